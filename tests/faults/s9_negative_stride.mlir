// The view runs backwards: it has all elements of the buffer.
func.func @main(%A: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %B = memref.alloca() : memref<4xf32>
  %V = memref.subview %B[3] [4] [-1] : memref<4xf32> to memref<4xf32, strided<[-1], offset: 3>>
  queue.commit(0) {
    queue.async {
      memref.copy %A, %V : memref<4xf32> to memref<4xf32, strided<[-1], offset: 3>>
    }
  }
  %y = memref.load %B[%c1] : memref<4xf32>
  return
}
