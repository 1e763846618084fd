// The memory is freed while the task may still read it.
// verdict: racy
// show: @main()

func.func @main() {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %m = memref.alloc() : memref<1xi64>
  memref.store %x, %m[%c0] : memref<1xi64>
  %t = async.execute {
    %y = memref.load %m[%c0] : memref<1xi64>
    async.yield
  }
  memref.dealloc %m : memref<1xi64>
  async.await %t : !async.token
  return
}
