// Each of two tasks is awaited before the memory of the other is read.
// verdict: racy
// show: @main(i64[2])

func.func @main(%m: memref<2xi64>) {
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
  async.await %t : !async.token
  memref.store %x, %m[%c1] : memref<2xi64>
  async.await %u : !async.token
  memref.store %x, %m[%c0] : memref<2xi64>
  return
}
