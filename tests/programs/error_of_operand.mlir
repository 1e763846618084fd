// An operand that failed: its task's body does not run either, nor does the one after it.
// run: @main() fails R102 <- R102 <- R102 <- R101 "no value"
func.func @main() -> i64 {
  %one = arith.constant 1 : i64
  %t, %v = async.execute -> !async.value<i64> {
    %false = arith.constant false
    cf.assert %false, "no value"
    async.yield %one : i64
  }
  %u, %w = async.execute (%v as %x: !async.value<i64>) -> !async.value<i64> {
    async.yield %x : i64
  }
  %p, %q = async.execute [%u] -> !async.value<i64> {
    async.yield %one : i64
  }
  %r = async.await %q : !async.value<i64>
  return %r : i64
}
