// Whether the task failed is asked behind the wait, which ordered everything already.
// verdict: proved-or-unknown
// clean: @main(0, i64[1])
// clean: @main(1, i64[1])

func.func @main(%n: i64, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %t = async.execute {
    memref.store %n, %m[%c0] : memref<1xi64>
    %ok = arith.cmpi ne, %n, %zero : i64
    cf.assert %ok, "zero"
    async.yield
  }
  async.runtime.await %t : !async.token
  %failed = async.runtime.is_error %t : !async.token
  scf.if %failed {
    memref.store %zero, %m[%c0] : memref<1xi64>
  }
  return
}
