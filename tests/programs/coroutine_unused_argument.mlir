// A coroutine written out by hand does not use one of its arguments.
// run: @main() = 0 : i64
// mlir: no, it does not count what a coroutine is given

func.func private @coro(%v: !async.token, %w: !async.token) -> !async.token {
  %t = async.runtime.create : !async.token
  %id = async.coro.id
  %h = async.coro.begin %id
  %s = async.coro.save %h
  async.runtime.await_and_resume %v, %h : !async.token
  async.coro.suspend %s, ^suspend, ^resume, ^cleanup
^resume:
  async.runtime.set_available %t : !async.token
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %h
  cf.br ^suspend
^suspend:
  async.coro.end %h
  return %t : !async.token
}
func.func @main() -> i64 {
  %z = arith.constant 0 : i64
  %t0 = async.execute { async.yield }
  %t1 = func.call @coro(%t0, %t0) : (!async.token, !async.token) -> !async.token
  async.await %t1 : !async.token
  return %z : i64
}
