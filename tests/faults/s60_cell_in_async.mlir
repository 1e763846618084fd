// The cell is stored to in the async body that loads from it.
func.func @main(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %B = memref.alloca() : memref<4xf32>
  %cell = memref.alloca() : memref<index>
  memref.store %c0, %cell[] : memref<index>
  queue.commit(0) {
    queue.async {
      memref.store %c1, %cell[] : memref<index>
      %j = memref.load %cell[] : memref<index>
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%j] : memref<4xf32>
    }
  }
  %y = memref.load %B[%c1] : memref<4xf32>
  return
}
