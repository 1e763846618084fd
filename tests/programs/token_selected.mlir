// arith.select between two values in flight; the other one is dropped.
// run: @main(1 : i1) = 1 : i64
// run: @main(0 : i1) = 2 : i64
// mlir: no, reference counting does not know arith.select
func.func @main(%c: i1) -> i64 {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %t, %a = async.execute -> !async.value<i64> {
    async.yield %one : i64
  }
  %u, %b = async.execute -> !async.value<i64> {
    async.yield %two : i64
  }
  %v = arith.select %c, %a, %b : !async.value<i64>
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
