// An async.func that fails at once does not fail its caller at the call.
// run: @main(1 : i1) = 11 : i64
// run: @main(0 : i1) fails R102 <- R101 "in the hot part"
async.func @f(%ok: i1) -> !async.value<i64> {
  %ten = arith.constant 10 : i64
  cf.assert %ok, "in the hot part"
  return %ten : i64
}
func.func @main(%ok: i1) -> i64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %m = memref.alloc() : memref<1xi64>
  %v = async.call @f(%ok) : (i1) -> !async.value<i64>
  memref.store %one, %m[%c0] : memref<1xi64>
  %x = memref.load %m[%c0] : memref<1xi64>
  memref.dealloc %m : memref<1xi64>
  %y = async.await %v : !async.value<i64>
  %r = arith.addi %x, %y : i64
  return %r : i64
}
