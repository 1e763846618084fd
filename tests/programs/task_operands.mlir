// Values of tasks as operands of another, which gets them unwrapped.
// run: @main(6 : i64) = 43 : i64
func.func @main(%x: i64) -> i64 {
  %t, %a = async.execute -> !async.value<i64> {
    %y = arith.muli %x, %x : i64
    async.yield %y : i64
  }
  %u, %b = async.execute -> !async.value<i64> {
    %seven = arith.constant 7 : i64
    async.yield %seven : i64
  }
  %w, %c = async.execute [%t] (%a as %p: !async.value<i64>, %b as %q: !async.value<i64>) -> !async.value<i64> {
    %s = arith.addi %p, %q : i64
    async.yield %s : i64
  }
  %r = async.await %c : !async.value<i64>
  return %r : i64
}
