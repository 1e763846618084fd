// A private cell is changed by an atomic update: it holds 1, where 0 was stored.
func.func @main(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i32
  %k0 = arith.constant 0 : i32
  %B = memref.alloca() : memref<4xf32>
  %cell = memref.alloca() : memref<i32>
  memref.store %k0, %cell[] : memref<i32>
  %old = memref.atomic_rmw addi %k1, %cell[] : (i32, memref<i32>) -> i32
  %j = memref.load %cell[] : memref<i32>
  %i = arith.index_cast %j : i32 to index
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%i] : memref<4xf32>
    }
  }
  %y = memref.load %B[%c1] : memref<4xf32>
  return
}
