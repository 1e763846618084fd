// A failure deep in calls that hold tokens, in a task.
// run: @main() fails R102 <- R101 "deep"

func.func private @c(%n: i64, %t: !async.token) -> !async.token {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %e = arith.cmpi ne, %n, %c0 : i64
  cf.assert %e, "deep"
  %m = arith.subi %n, %c1 : i64
  %u = async.execute [%t] { async.yield }
  %r = func.call @c(%m, %u) : (i64, !async.token) -> !async.token
  return %r : !async.token
}
func.func @main() -> i64 {
  %n = arith.constant 4 : i64
  %t = async.execute { async.yield }
  %u, %v = async.execute -> !async.value<!async.token> {
    %x = func.call @c(%n, %t) : (i64, !async.token) -> !async.token
    async.yield %x : !async.token
  }
  %y = async.await %v : !async.value<!async.token>
  async.await %y : !async.token
  return %n : i64
}
