// The wait is made where n is below 8 without a sign, the access where it is below 8 with one.
// verdict: racy
// show: @main(-1, i64[1])
// quiet: @main(7, i64[1])
// quiet: @main(8, i64[1])

func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %a = arith.cmpi ult, %n, %c8 : index
  scf.if %a {
    async.await %t : !async.token
  }
  %b = arith.cmpi slt, %n, %c8 : index
  scf.if %b {
    memref.store %x, %m[%c0] : memref<1xi64>
  }
  return
}
