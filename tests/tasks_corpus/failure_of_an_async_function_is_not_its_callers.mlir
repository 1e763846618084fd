// The async function fails; its caller goes on and writes beside the task that was launched before the failure.
// verdict: racy
// show: @main(i64[1])

async.func private @f(%m: memref<1xi64>) -> !async.token {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %false = arith.constant false
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  cf.assert %false, "always"
  async.await %t : !async.token
  return
}
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %t = async.call @f(%m) : (memref<1xi64>) -> !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
