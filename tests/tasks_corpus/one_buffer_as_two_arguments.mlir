// A private function gets the same buffer twice, as it is and by way of a cast.
// verdict: racy
// show: @main()

func.func private @both(%a: memref<?xi64>, %b: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %a[%c0] : memref<?xi64>
    async.yield
  }
  memref.store %x, %b[%c0] : memref<?xi64>
  async.await %t : !async.token
  return
}
func.func @main() {
  %m = memref.alloc() : memref<4xi64>
  %a = memref.cast %m : memref<4xi64> to memref<?xi64>
  %flat = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<4xi64> to memref<4xi64>
  %b = memref.cast %flat : memref<4xi64> to memref<?xi64>
  func.call @both(%a, %b) : (memref<?xi64>, memref<?xi64>) -> ()
  return
}
