// A failure in the part of an `async.func` that runs in the caller.
// run: @main() fails R102 <- R102 <- R101 "hot"

async.func private @f(%t: !async.token, %b: i1) -> (!async.token, !async.value<!async.token>) {
  cf.assert %b, "hot"
  %u = async.execute [%t] { async.yield }
  return %u : !async.token
}
func.func @main() -> i64 {
  %n = arith.constant 4 : i64
  %false = arith.constant false
  %true = arith.constant true
  %t = async.execute { async.yield }
  %a, %b = async.call @f(%t, %true) : (!async.token, i1) -> (!async.token, !async.value<!async.token>)
  %c, %d = async.call @f(%a, %true) : (!async.token, i1) -> (!async.token, !async.value<!async.token>)
  %e, %f = async.call @f(%a, %false) : (!async.token, i1) -> (!async.token, !async.value<!async.token>)
  %x = async.await %d : !async.value<!async.token>
  async.await %x : !async.token
  %g, %h = async.call @f(%e, %true) : (!async.token, i1) -> (!async.token, !async.value<!async.token>)
  %y = async.await %h : !async.value<!async.token>
  async.await %y : !async.token
  async.await %e : !async.token
  return %n : i64
}
