// Behind a second of sleep the task is surely done; and yet nobody waited for it.
// verdict: racy
// show: @main(i64[1])
// extension

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %second = arith.constant 1000000000 : i64
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %s = io.sleep %second : i64
  async.await %s : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
