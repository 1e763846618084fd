// Two asynchronous copies of no elements.
func.func @main(%a: memref<?xf32>, %b: memref<?xf32>) {
  queue.commit(0) {
    queue.async {
      memref.copy %a, %b : memref<?xf32> to memref<?xf32>
    }
  }
  queue.commit(0) {
    queue.async {
      memref.copy %a, %b : memref<?xf32> to memref<?xf32>
    }
  }
  queue.wait(0, 0)
  return
}
