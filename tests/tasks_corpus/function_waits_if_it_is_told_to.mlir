// Whether the function waits is an argument of it.
// verdict: racy
// show: @main(0, i64[1])
// quiet: @main(1, i64[1])

func.func private @wait(%c: i1, %t: !async.token) {
  scf.if %c {
    async.await %t : !async.token
  }
  return
}
func.func @main(%n: i64, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %t = async.execute {
    memref.store %n, %m[%c0] : memref<1xi64>
    async.yield
  }
  %c = arith.cmpi ne, %n, %zero : i64
  func.call @wait(%c, %t) : (i1, !async.token) -> ()
  memref.store %zero, %m[%c0] : memref<1xi64>
  return
}
