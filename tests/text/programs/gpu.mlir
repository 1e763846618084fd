// The indices of threads and blocks, barriers, and memory that a block shares.
memref.global "private" @shared : memref<4xf32, #gpu.address_space<workgroup>>
func.func @indices(%m: memref<?xindex, #gpu.address_space<global>>) attributes {gpu.known_block_size = array<i32: 32, 2, 1>} {
  %x = gpu.thread_id x
  %y = gpu.thread_id  y upper_bound 2
  %z = gpu.thread_id z {a.b}
  %dx = gpu.block_dim x
  %dy = gpu.block_dim y upper_bound 2 {a.b = 1 : i32}
  %dz = gpu.block_dim z
  %bx = gpu.block_id x
  %by = gpu.block_id y
  %bz = gpu.block_id z upper_bound 9
  %gx = gpu.grid_dim x
  %gy = gpu.grid_dim y
  %gz = gpu.grid_dim z
  %0 = arith.muli %y, %dx : index
  %1 = arith.addi %0, %x : index
  memref.store %bx, %m[%1] : memref<?xindex, #gpu.address_space<global>>
  gpu.barrier
  gpu.barrier {a.b}
  return
}
func.func @in_a_loop(%n: index) {
  %private = memref.alloca() : memref<4xindex, #gpu.address_space<private>>
  %three = memref.alloca() : memref<4xindex, 3>
  scf.for %i = %n to %n step %n {
    gpu.barrier
    %x = gpu.thread_id x
    %d = gpu.block_dim x
    %b = gpu.block_id x
    %g = gpu.grid_dim x
    memref.store %x, %three[%d] : memref<4xindex, 3>
    memref.store %b, %private[%g] : memref<4xindex, #gpu.address_space<private>>
  }
  return
}
func.func @in_a_task() {
  %t = async.execute {
    gpu.barrier
    %x = gpu.thread_id y
    %d = gpu.block_dim y
    %b = gpu.block_id y
    %g = gpu.grid_dim y
    async.yield
  }
  async.await %t : !async.token
  return
}
