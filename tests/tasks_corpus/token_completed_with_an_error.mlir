// The token is completed with an error: whoever awaits it fails, and writes nothing.
// verdict: proved-or-unknown
// codes: R102
// clean: @main(i64[1])

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %slot = async.runtime.create : !async.token
  %t = async.execute {
    async.runtime.set_error %slot : !async.token
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  async.await %slot : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
