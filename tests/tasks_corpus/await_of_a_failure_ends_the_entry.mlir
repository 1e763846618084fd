// The entry never gets behind its wait, for the task always fails; another task writes the element.
// verdict: proved-or-unknown
// codes: R102
// clean: @main(i64[1])

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %false = arith.constant false
  %u = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %t = async.execute {
    cf.assert %false, "always"
    async.yield
  }
  async.await %t : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
