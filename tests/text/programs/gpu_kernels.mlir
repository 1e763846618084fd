// Kernels: modules and functions for a device, launches in place and by name, what a thread can ask.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%f: f32, %m: memref<?xf32>) workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>, %v : memref<4xi32, 3>) private(%p : memref<1xf32, 5>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id  x
      %b = gpu.block_id  y
      %bd = gpu.block_dim  z
      %gd = gpu.grid_dim  x
      %gl = gpu.global_id  x
      %l = gpu.lane_id
      %s = gpu.subgroup_id : index
      %ss = gpu.subgroup_size : index
      %ns = gpu.num_subgroups : index
      %cl = gpu.cluster_id  x
      %cd = gpu.cluster_dim  x
      %cb = gpu.cluster_block_id  x
      %cdb = gpu.cluster_dim_blocks  x
      %dm = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      gpu.barrier
      gpu.return
    }
    gpu.func @none() kernel attributes {known_block_size = array<i32: 8, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>, known_grid_size = array<i32: 2, 1, 1>, note = "kept"} {
      cf.br ^next
    ^next:
      gpu.return
    }
    gpu.func @callee(%f: f32 {llvm.noundef}) -> f32 {
      gpu.return %f : f32
    }
    func.func @plain() {
      return
    }
  }
  gpu.module @empty {
  }
  gpu.module @noted attributes {note = 1 : i32} {
    gpu.func @aligned() workgroup(%w : memref<4xf32, 3> {llvm.align = 16 : i64}) {
      gpu.return
    }
  }
  func.func @main(%m: memref<?xf32>, %n: index, %c1: index, %f: f32, %bytes: i32, %x: i64) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %f, %m[%bx] : memref<?xf32>
      gpu.terminator
    }
    gpu.launch clusters(%cx, %cy, %cz) in (%ncx = %c1, %ncy = %c1, %ncz = %c1) blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      gpu.terminator
    } {note = 1 : i32}
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) module(@kernels) function(@k) {
      cf.br ^end
    ^end:
      gpu.terminator
    }
    %t0 = gpu.wait async
    %t1 = gpu.launch async [%t0] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) dynamic_shared_memory_size %bytes workgroup(%w : memref<32xf32, 3>) private(%s : memref<1xf32, 5>) {
      memref.store %f, %w[%tx] : memref<32xf32, 3>
      gpu.terminator
    }
    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%f : f32, %m : memref<?xf32>)
    %t2 = gpu.launch_func async [%t0, %t1] @kernels::@none clusters in (%c1, %c1, %c1) blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes
    gpu.launch_func @kernels::@none blocks in (%x, %x, %x) threads in (%x, %x, %x) : i64
    %t3 = gpu.wait async [%t1, %t2]
    gpu.wait [%t3]
    gpu.wait
    return
  }
  func.func @in_a_loop(%m: memref<?xf32>, %n: index, %c1: index, %f: f32, %bytes: i32, %x: i64) {
    scf.for %i = %c1 to %n step %c1 {
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
        memref.store %f, %m[%bx] : memref<?xf32>
        gpu.terminator
      }
      gpu.launch clusters(%cx, %cy, %cz) in (%ncx = %c1, %ncy = %c1, %ncz = %c1) blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
        gpu.terminator
      } {note = 1 : i32}
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) module(@kernels) function(@k) {
        cf.br ^end
      ^end:
        gpu.terminator
      }
      %t0 = gpu.wait async
      %t1 = gpu.launch async [%t0] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) dynamic_shared_memory_size %bytes workgroup(%w : memref<32xf32, 3>) private(%s : memref<1xf32, 5>) {
        memref.store %f, %w[%tx] : memref<32xf32, 3>
        gpu.terminator
      }
      gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%f : f32, %m : memref<?xf32>)
      %t2 = gpu.launch_func async [%t0, %t1] @kernels::@none clusters in (%c1, %c1, %c1) blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes
      gpu.launch_func @kernels::@none blocks in (%x, %x, %x) threads in (%x, %x, %x) : i64
      %t3 = gpu.wait async [%t1, %t2]
      gpu.wait [%t3]
      gpu.wait
    }
    return
  }
  func.func @in_a_task(%m: memref<?xf32>, %n: index, %c1: index, %f: f32, %bytes: i32, %x: i64) {
    %token = async.execute {
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
        memref.store %f, %m[%bx] : memref<?xf32>
        gpu.terminator
      }
      gpu.launch clusters(%cx, %cy, %cz) in (%ncx = %c1, %ncy = %c1, %ncz = %c1) blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
        gpu.terminator
      } {note = 1 : i32}
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) module(@kernels) function(@k) {
        cf.br ^end
      ^end:
        gpu.terminator
      }
      %t0 = gpu.wait async
      %t1 = gpu.launch async [%t0] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) dynamic_shared_memory_size %bytes workgroup(%w : memref<32xf32, 3>) private(%s : memref<1xf32, 5>) {
        memref.store %f, %w[%tx] : memref<32xf32, 3>
        gpu.terminator
      }
      gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%f : f32, %m : memref<?xf32>)
      %t2 = gpu.launch_func async [%t0, %t1] @kernels::@none clusters in (%c1, %c1, %c1) blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes
      gpu.launch_func @kernels::@none blocks in (%x, %x, %x) threads in (%x, %x, %x) : i64
      %t3 = gpu.wait async [%t1, %t2]
      gpu.wait [%t3]
      gpu.wait
      async.yield
    }
    async.await %token : !async.token
    return
  }
  func.func @ids() {
    %t = gpu.thread_id  x
    %b = gpu.block_id  y
    %bd = gpu.block_dim  z
    %gd = gpu.grid_dim  x
    %gl = gpu.global_id  x
    %l = gpu.lane_id
    %s = gpu.subgroup_id : index
    %ss = gpu.subgroup_size : index
    %ns = gpu.num_subgroups : index
    %cl = gpu.cluster_id  x
    %cd = gpu.cluster_dim  x
    %cb = gpu.cluster_block_id  x
    %cdb = gpu.cluster_dim_blocks  x
    %dm = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.barrier
    return
  }
  func.func @ids_in_a_task() {
    %token = async.execute {
      %t = gpu.thread_id  x
      %b = gpu.block_id  y
      %bd = gpu.block_dim  z
      %gd = gpu.grid_dim  x
      %gl = gpu.global_id  x
      %l = gpu.lane_id
      %s = gpu.subgroup_id : index
      %ss = gpu.subgroup_size : index
      %ns = gpu.num_subgroups : index
      %cl = gpu.cluster_id  x
      %cd = gpu.cluster_dim  x
      %cb = gpu.cluster_block_id  x
      %cdb = gpu.cluster_dim_blocks  x
      %dm = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      gpu.barrier
      async.yield
    }
    async.await %token : !async.token
    return
  }
  module @first {
    gpu.module @kernels {
      gpu.func @alone() kernel {
        gpu.return
      }
    }
  }
  module @second {
    gpu.module @kernels {
      gpu.func @alone() private(%p : memref<2xi32, 5>) kernel {
        gpu.return
      }
    }
  }
}
