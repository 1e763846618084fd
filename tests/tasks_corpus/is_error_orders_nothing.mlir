// That the task is seen to have failed is no wait for it.
// verdict: racy
// show: @main(i64[1]) exhaustive
// quiet: @main(i64[1])

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %false = arith.constant false
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    cf.assert %false, "always"
    async.yield
  }
  %failed = async.runtime.is_error %t : !async.token
  scf.if %failed {
    memref.store %x, %m[%c0] : memref<1xi64>
  }
  return
}
