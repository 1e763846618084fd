// The first wait of an async function is that of a plain function that it calls.
// verdict: racy
// show: @main(i64[1])

func.func private @wait(%t: !async.token) {
  async.await %t : !async.token
  return
}
async.func private @f(%m: memref<1xi64>, %t: !async.token) -> !async.token {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  func.call @wait(%t) : (!async.token) -> ()
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %t = async.execute {
    async.yield
  }
  %u = async.call @f(%m, %t) : (memref<1xi64>, !async.token) -> !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
