// The caller of the async function is a task: behind the call the task goes on, and the launcher has no order with either.
// verdict: racy
// show: @main(i64[1])

async.func private @f(%m: memref<1xi64>) -> !async.token {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %t = async.execute {
    %u = async.call @f(%m) : (memref<1xi64>) -> !async.token
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
