// The first entry is right; the second has the same task and does not wait.
// verdict: racy
// show: @second(i64[1])
// quiet: @first(i64[1])

func.func private @start(%m: memref<1xi64>) -> !async.token {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  return %t : !async.token
}
func.func @first(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %t = func.call @start(%m) : (memref<1xi64>) -> !async.token
  async.await %t : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
func.func @second(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %t = func.call @start(%m) : (memref<1xi64>) -> !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
