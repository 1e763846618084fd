// A private function that nothing calls is never executed.
func.func private @unused(%A: memref<?xf32>, %B: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%c0] : memref<4xf32>
    }
  }
  %y = memref.load %B[%c0] : memref<4xf32>
  return
}
func.func @main() {
  return
}
