// The async function waits in a loop, of which the last iteration is followed by an access.
// verdict: racy
// show: @main(1, i64[1])
// quiet: @main(0, i64[1])
// quiet: @main(-1, i64[1])

async.func private @f(%n: index, %m: memref<1xi64>, %t: !async.token) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  scf.for %i = %c0 to %n step %c1 {
    async.await %t : !async.token
  }
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %t = async.execute {
    async.yield
  }
  %u = async.call @f(%n, %m, %t) : (index, memref<1xi64>, !async.token) -> !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
