// A coroutine written out by hand is resumed after its caller has dropped what it was given.
// run: @main() = 200 : i64
// mlir: no, it does not count what a coroutine is given

func.func private @coro(%v: !async.value<i64>) -> !async.value<i64> {
  %c1 = arith.constant 1 : i64
  %t = async.runtime.create : !async.value<i64>
  %id = async.coro.id
  %h = async.coro.begin %id
  %s = async.coro.save %h
  async.runtime.await_and_resume %v, %h : !async.value<i64>
  async.coro.suspend %s, ^suspend, ^resume, ^cleanup
^resume:
  %e = async.runtime.is_error %v : !async.value<i64>
  %x = async.runtime.load %v : !async.value<i64>
  %y = arith.addi %x, %c1 : i64
  async.runtime.store %y, %t : !async.value<i64>
  async.runtime.set_available %t : !async.value<i64>
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %h
  cf.br ^suspend
^suspend:
  async.coro.end %h
  return %t : !async.value<i64>
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = arith.constant 200 : index
  %z = arith.constant 0 : i64
  %t0, %v0 = async.execute -> !async.value<i64> { async.yield %z : i64 }
  %l = scf.for %i = %c0 to %n step %i1 iter_args(%p = %v0) -> (!async.value<i64>) {
    %v = func.call @coro(%p) : (!async.value<i64>) -> !async.value<i64>
    scf.yield %v : !async.value<i64>
  }
  %r = async.await %l : !async.value<i64>
  return %r : i64
}
