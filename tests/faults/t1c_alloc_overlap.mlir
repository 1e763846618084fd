// Two pairs of indices are one element: the strides overlap.
func.func @main(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %H = memref.alloca() : memref<4x4xf32, strided<[1, 1]>>
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %H[%c0, %c1] : memref<4x4xf32, strided<[1, 1]>>
    }
  }
  %y = memref.load %H[%c1, %c0] : memref<4x4xf32, strided<[1, 1]>>
  return
}
