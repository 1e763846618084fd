// A ready token and a ready value are awaited a million times in a coroutine.
// run: @main(1000000 : i64) = 1000000 : i64
// mlir: no, at -O0 each wait that need not wait calls the next one
async.func @again(%t: !async.token, %v: !async.value<i64>, %n: i64) -> !async.value<i64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  cf.br ^head(%n, %zero : i64, i64)
^head(%i: i64, %s: i64):
  %more = arith.cmpi sgt, %i, %zero : i64
  cf.cond_br %more, ^body, ^end
^body:
  async.await %t : !async.token
  %x = async.await %v : !async.value<i64>
  %u = arith.addi %s, %x : i64
  %j = arith.subi %i, %one : i64
  cf.br ^head(%j, %u : i64, i64)
^end:
  async.return %s : i64
}
func.func @main(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %t, %v = async.execute -> !async.value<i64> {
    async.yield %one : i64
  }
  async.await %t : !async.token
  %x = async.await %v : !async.value<i64>
  %w = async.call @again(%t, %v, %n) : (!async.token, !async.value<i64>, i64) -> !async.value<i64>
  %r = async.await %w : !async.value<i64>
  return %r : i64
}
