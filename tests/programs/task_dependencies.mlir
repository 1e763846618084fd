// A diamond: two tasks after one, and one after both.
// run: @main() = 35 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %m = memref.alloc() : memref<2xi64>
  %a = async.execute {
    memref.store %one, %m[%c0] : memref<2xi64>
    memref.store %one, %m[%c1] : memref<2xi64>
    async.yield
  }
  %b = async.execute [%a] {
    %x = memref.load %m[%c0] : memref<2xi64>
    %four = arith.constant 4 : i64
    %y = arith.addi %x, %four : i64
    memref.store %y, %m[%c0] : memref<2xi64>
    async.yield
  }
  %c = async.execute [%a] {
    %x = memref.load %m[%c1] : memref<2xi64>
    %six = arith.constant 6 : i64
    %y = arith.addi %x, %six : i64
    memref.store %y, %m[%c1] : memref<2xi64>
    async.yield
  }
  %d, %v = async.execute [%b, %c] -> !async.value<i64> {
    %x = memref.load %m[%c0] : memref<2xi64>
    %y = memref.load %m[%c1] : memref<2xi64>
    %p = arith.muli %x, %y : i64
    async.yield %p : i64
  }
  %r = async.await %v : !async.value<i64>
  memref.dealloc %m : memref<2xi64>
  return %r : i64
}
