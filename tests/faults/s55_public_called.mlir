// A public function races for its caller, though the one call in the module passes 0.
func.func @inner(%A: memref<?xf32>, %B: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%c0] : memref<?xf32>
        memref.store %x, %B[%c1] : memref<4xf32>
      }
    }
  }
  %y = memref.load %B[%c1] : memref<4xf32>
  return
}
func.func @outer(%A: memref<?xf32>, %B: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  func.call @inner(%A, %B, %c0) : (memref<?xf32>, memref<4xf32>, index) -> ()
  return
}
