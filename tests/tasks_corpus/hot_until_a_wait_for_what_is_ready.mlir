// A wait for what is complete is a wait: behind it, nothing is ordered with the caller.
// verdict: racy
// show: @main(i64[1])
// extension

async.func private @f(%m: memref<1xi64>, %t: !async.token) -> !async.token {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  async.await %t : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %r = async.ready : !async.token
  %u = async.call @f(%m, %r) : (memref<1xi64>, !async.token) -> !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
