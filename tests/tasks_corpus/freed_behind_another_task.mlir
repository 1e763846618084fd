// Two buffers, and each is freed behind the task of the other.
// verdict: racy
// show: @main()

func.func @main() {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %m = memref.alloc() : memref<1xi64>
  %k = memref.alloc() : memref<1xi64>
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %u = async.execute {
    memref.store %x, %k[%c0] : memref<1xi64>
    async.yield
  }
  async.await %t : !async.token
  memref.dealloc %k : memref<1xi64>
  async.await %u : !async.token
  memref.dealloc %m : memref<1xi64>
  return
}
