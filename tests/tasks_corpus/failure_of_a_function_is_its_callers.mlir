// As failure_of_an_async_function_is_not_its_callers, but with a plain function: its caller fails, too.
// verdict: proved-or-unknown
// codes: R101
// clean: @main(i64[1])

func.func private @f(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %false = arith.constant false
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  cf.assert %false, "always"
  async.await %t : !async.token
  return
}
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  func.call @f(%m) : (memref<1xi64>) -> ()
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
