// The outer task yields the token of the inner one; that it is there says nothing of the inner task.
// verdict: racy
// show: @main(i64[1])
// extension

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t, %v = async.execute -> !async.value<!async.token> {
    %u = async.execute {
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    async.yield %u : !async.token
  }
  %inner = async.await %v : !async.value<!async.token>
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
