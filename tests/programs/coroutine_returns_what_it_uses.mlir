// A coroutine written out by hand returns a token that it waits for itself.
// run: @main() = 0 : i64
// mlir: no, it does not count what a coroutine is given

func.func private @coro() -> (!async.token, !async.token) {
  %q = async.execute { async.yield }
  %t = async.runtime.create : !async.token
  %id = async.coro.id
  %h = async.coro.begin %id
  %s = async.coro.save %h
  async.runtime.resume %h
  async.coro.suspend %s, ^suspend, ^resume, ^cleanup
^resume:
  %s2 = async.coro.save %h
  async.runtime.await_and_resume %q, %h : !async.token
  async.coro.suspend %s2, ^suspend, ^resume2, ^cleanup
^resume2:
  %e = async.runtime.is_error %q : !async.token
  async.runtime.set_available %t : !async.token
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %h
  cf.br ^suspend
^suspend:
  async.coro.end %h
  return %t, %q : !async.token, !async.token
}
func.func @main() -> i64 {
  %z = arith.constant 0 : i64
  %t1, %t2 = func.call @coro() : () -> (!async.token, !async.token)
  async.await %t1 : !async.token
  async.await %t2 : !async.token
  return %z : i64
}
