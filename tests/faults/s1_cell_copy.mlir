// A private cell is overwritten by memref.copy: what was stored before says nothing of the index.
func.func @main(%A: memref<?xf32>, %X: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %B = memref.alloca() : memref<4xf32>
  %cell = memref.alloca() : memref<1xindex>
  memref.store %c0, %cell[%c0] : memref<1xindex>
  memref.copy %X, %cell : memref<1xindex> to memref<1xindex>
  %i = memref.load %cell[%c0] : memref<1xindex>
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%i] : memref<4xf32>
    }
  }
  %y = memref.load %B[%c1] : memref<4xf32>
  return
}
