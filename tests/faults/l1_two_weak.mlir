// Two waits for one group are too weak; to repair the first is enough.
func.func @main(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %B = memref.alloca() : memref<4xf32>
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%c0] : memref<4xf32>
    }
  }
  queue.wait(0, 1)
  %y = memref.load %B[%c0] : memref<4xf32>
  queue.wait(0, 1)
  %z = memref.load %B[%c0] : memref<4xf32>
  return
}
