// A task that waits without failing goes on behind a failure, and what the failed task did comes before.
// verdict: proved-or-unknown
// clean: @main(i64[1])

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %false = arith.constant false
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    cf.assert %false, "always"
    async.yield
  }
  async.runtime.await %t : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
