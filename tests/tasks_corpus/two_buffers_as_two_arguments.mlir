// The same function is called with two buffers, and with the two in the other order.
// verdict: proved-or-unknown
// clean: @main()

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
  %c4 = arith.constant 4 : index
  %a = memref.alloc(%c4) : memref<?xi64>
  %b = memref.alloc(%c4) : memref<?xi64>
  func.call @both(%a, %b) : (memref<?xi64>, memref<?xi64>) -> ()
  func.call @both(%b, %a) : (memref<?xi64>, memref<?xi64>) -> ()
  return
}
