// One task, awaited: what it wrote is seen.
// run: @main(4 : i64) = 5 : i64
func.func @main(%x: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %m = memref.alloc() : memref<1xi64>
  %t = async.execute {
    %y = arith.addi %x, %one : i64
    memref.store %y, %m[%c0] : memref<1xi64>
    async.yield
  }
  async.await %t : !async.token
  %r = memref.load %m[%c0] : memref<1xi64>
  memref.dealloc %m : memref<1xi64>
  return %r : i64
}
