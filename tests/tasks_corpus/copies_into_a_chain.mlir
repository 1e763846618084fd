// The second copy reads what the first one writes.
// verdict: racy
// show: @main(i64[4], i64[4], i64[4])

func.func @main(%a: memref<4xi64>, %b: memref<4xi64>, %c: memref<4xi64>) {
  %t = async.execute {
    memref.copy %a, %b : memref<4xi64> to memref<4xi64>
    async.yield
  }
  memref.copy %b, %c : memref<4xi64> to memref<4xi64>
  async.await %t : !async.token
  return
}
