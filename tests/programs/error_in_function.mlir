// An assertion fails in a plain function, two calls below a task: one link for the wait, none for the calls.
// run: @main() fails R102 <- R101 "too deep"
func.func private @inner(%x: i64) -> i64 {
  %false = arith.constant false
  cf.assert %false, "too deep"
  return %x : i64
}
func.func private @outer(%x: i64) -> i64 {
  %y = call @inner(%x) : (i64) -> i64
  return %y : i64
}
func.func @main() -> i64 {
  %one = arith.constant 1 : i64
  %t, %v = async.execute -> !async.value<i64> {
    %x = func.call @outer(%one) : (i64) -> i64
    async.yield %x : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
