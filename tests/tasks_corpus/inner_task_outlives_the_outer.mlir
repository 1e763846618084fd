// The outer task completes without waiting for the task that it launched.
// verdict: racy
// show: @main(i64[1])

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    %u = async.execute {
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    async.yield
  }
  async.await %t : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
