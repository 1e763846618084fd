// A function returns two tokens, and its caller awaits the one for the other.
// verdict: racy
// show: @main(i64[2])

func.func private @start(%m: memref<2xi64>) -> (!async.token, !async.token) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<2xi64>
    async.yield
  }
  %u = async.execute {
    memref.store %x, %m[%c1] : memref<2xi64>
    async.yield
  }
  return %u, %t : !async.token, !async.token
}
func.func @main(%m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %t:2 = func.call @start(%m) : (memref<2xi64>) -> (!async.token, !async.token)
  async.await %t#0 : !async.token
  memref.store %x, %m[%c0] : memref<2xi64>
  return
}
