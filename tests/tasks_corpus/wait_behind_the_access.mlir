// The wait is there, one line too late.
// verdict: racy
// show: @main(i64[1])

func.func @main(%m: memref<1xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %y = memref.load %m[%c0] : memref<1xi64>
  async.await %t : !async.token
  return %y : i64
}
