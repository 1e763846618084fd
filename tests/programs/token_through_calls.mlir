// A function launches and returns a token; another takes it, waits, and launches the next.
// run: @main() = 21 : i64
func.func private @start(%m: memref<1xi64>) -> !async.token {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    %x = arith.constant 10 : i64
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  return %t : !async.token
}
func.func private @go_on(%t: !async.token, %m: memref<1xi64>) -> !async.value<i64> {
  %c0 = arith.constant 0 : index
  async.await %t : !async.token
  %u, %v = async.execute -> !async.value<i64> {
    %x = memref.load %m[%c0] : memref<1xi64>
    %y = arith.addi %x, %x : i64
    async.yield %y : i64
  }
  return %v : !async.value<i64>
}
func.func @main() -> i64 {
  %one = arith.constant 1 : i64
  %m = memref.alloc() : memref<1xi64>
  %t = call @start(%m) : (memref<1xi64>) -> !async.token
  %v = call @go_on(%t, %m) : (!async.token, memref<1xi64>) -> !async.value<i64>
  %x = async.await %v : !async.value<i64>
  %r = arith.addi %x, %one : i64
  memref.dealloc %m : memref<1xi64>
  return %r : i64
}
