// A coroutine written out that waits for its argument with await_and_resume, and passes an error on.
// run: @main(1 : i1) = 12 : i64, 0 : i1
// run: @main(0 : i1) = 0 : i64, 1 : i1
func.func private @after(%v: !async.value<i64>) -> !async.value<i64>
    attributes {passthrough = ["presplitcoroutine"]} {
  %value = async.runtime.create : !async.value<i64>
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle
  async.runtime.await_and_resume %v, %handle : !async.value<i64>
  async.coro.suspend %state, ^suspend, ^resume, ^cleanup
^resume:
  %failed = async.runtime.is_error %v : !async.value<i64>
  cf.cond_br %failed, ^error, ^go_on
^go_on:
  %x = async.runtime.load %v : !async.value<i64>
  %y = arith.addi %x, %x : i64
  async.runtime.store %y, %value : !async.value<i64>
  async.runtime.set_available %value : !async.value<i64>
  cf.br ^cleanup
^error:
  async.runtime.set_error %value : !async.value<i64>
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %handle
  cf.br ^suspend
^suspend:
  async.coro.end %handle
  return %value : !async.value<i64>
}
func.func @main(%ok: i1) -> (i64, i1) {
  %zero = arith.constant 0 : i64
  %six = arith.constant 6 : i64
  %slot = async.runtime.create : !async.value<i64>
  %v = call @after(%slot) : (!async.value<i64>) -> !async.value<i64>
  scf.if %ok {
    async.runtime.store %six, %slot : !async.value<i64>
    async.runtime.set_available %slot : !async.value<i64>
  } else {
    async.runtime.set_error %slot : !async.value<i64>
  }
  async.runtime.await %v : !async.value<i64>
  %e = async.runtime.is_error %v : !async.value<i64>
  %r = scf.if %e -> (i64) {
    scf.yield %zero : i64
  } else {
    %x = async.runtime.load %v : !async.value<i64>
    scf.yield %x : i64
  }
  return %r, %e : i64, i1
}
