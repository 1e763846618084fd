// Each of two tasks completes its token before it waits for that of the other.
// verdict: proved-or-unknown
// clean: @main(i64[2])

func.func @main(%m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %a = async.runtime.create : !async.token
  %b = async.runtime.create : !async.token
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<2xi64>
    async.runtime.set_available %a : !async.token
    async.await %b : !async.token
    memref.store %x, %m[%c1] : memref<2xi64>
    async.yield
  }
  %u = async.execute {
    memref.store %x, %m[%c1] : memref<2xi64>
    async.runtime.set_available %b : !async.token
    async.await %a : !async.token
    memref.store %x, %m[%c0] : memref<2xi64>
    async.yield
  }
  return
}
