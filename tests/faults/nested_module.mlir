// A function in a nested module races; the outer module has nothing to check.
module {
  module @device {
    func.func @k(%a: memref<4xf32>, %b: memref<4xf32>) {
      %c0 = arith.constant 0 : index
      queue.commit(0) { queue.async {
        %x = memref.load %a[%c0] : memref<4xf32>
        memref.store %x, %b[%c0] : memref<4xf32> } }
      %y = memref.load %b[%c0] : memref<4xf32>
      memref.store %y, %a[%c0] : memref<4xf32>
      return
    }
  }
  func.func @main() { return }
}
