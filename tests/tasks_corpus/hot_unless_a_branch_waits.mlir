// Whether the async function waits before it writes is an argument.
// verdict: racy
// show: @main(true, i64[1])
// quiet: @main(false, i64[1])

async.func private @f(%c: i1, %m: memref<1xi64>, %t: !async.token) -> !async.token {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  scf.if %c {
    async.await %t : !async.token
  }
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
func.func @main(%c: i1, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %t = async.execute {
    async.yield
  }
  %u = async.call @f(%c, %m, %t) : (i1, memref<1xi64>, !async.token) -> !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
