// A coroutine written out, as mlir-opt lowers async.execute: it moves to a worker, then completes its value.
// run: @main(3 : i64) = 9 : i64
func.func private @body(%x: i64) -> (!async.token, !async.value<i64>)
    attributes {passthrough = ["presplitcoroutine"]} {
  %token = async.runtime.create : !async.token
  %value = async.runtime.create : !async.value<i64>
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle
  async.runtime.resume %handle
  async.coro.suspend %state, ^suspend, ^resume, ^cleanup
^resume:
  %y = arith.muli %x, %x : i64
  async.runtime.store %y, %value : !async.value<i64>
  async.runtime.set_available %value : !async.value<i64>
  async.runtime.set_available %token : !async.token
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %handle
  cf.br ^suspend
^suspend:
  async.coro.end %handle
  return %token, %value : !async.token, !async.value<i64>
}
func.func @main(%x: i64) -> i64 {
  %t, %v = call @body(%x) : (i64) -> (!async.token, !async.value<i64>)
  async.runtime.await %v : !async.value<i64>
  %r = async.runtime.load %v : !async.value<i64>
  return %r : i64
}
