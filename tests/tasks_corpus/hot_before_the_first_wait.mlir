// What an async function does before its first wait comes before what follows the call, though nobody awaits it.
// verdict: proved-or-unknown
// clean: @main(i64[1])

async.func private @f(%m: memref<1xi64>, %t: !async.token) -> !async.token {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  memref.store %x, %m[%c0] : memref<1xi64>
  async.await %t : !async.token
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
