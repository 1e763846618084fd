// A function launches a task on its own memory and returns the token: the task outlives the function.
// run: @main() = 77 : i64
func.func private @launch(%x: i64) -> !async.value<i64> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xi64>
  memref.store %x, %m[%c0] : memref<1xi64>
  %t, %v = async.execute -> !async.value<i64> {
    %y = memref.load %m[%c0] : memref<1xi64>
    memref.dealloc %m : memref<1xi64>
    async.yield %y : i64
  }
  return %v : !async.value<i64>
}
func.func private @noise(%x: i64) -> i64 {
  %c7 = arith.constant 7 : index
  %m = memref.alloca() : memref<32xi64>
  memref.store %x, %m[%c7] : memref<32xi64>
  %y = memref.load %m[%c7] : memref<32xi64>
  return %y : i64
}
func.func @main() -> i64 {
  %a = arith.constant 70 : i64
  %b = arith.constant 7 : i64
  %v = call @launch(%a) : (i64) -> !async.value<i64>
  %w = call @launch(%b) : (i64) -> !async.value<i64>
  %n = call @noise(%b) : (i64) -> i64
  %x = async.await %v : !async.value<i64>
  %y = async.await %w : !async.value<i64>
  %r = arith.addi %x, %y : i64
  return %r : i64
}
