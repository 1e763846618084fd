// A task calls an async.func and awaits it; the async.func takes a value.
// run: @main(20 : i64) = 42 : i64
async.func @twice(%v: !async.value<i64>) -> !async.value<i64> {
  %x = await %v : !async.value<i64>
  %y = arith.addi %x, %x : i64
  return %y : i64
}
func.func @main(%x: i64) -> i64 {
  %t, %a = async.execute -> !async.value<i64> {
    %one = arith.constant 1 : i64
    %y = arith.addi %x, %one : i64
    async.yield %y : i64
  }
  %u, %b = async.execute -> !async.value<i64> {
    %v = async.call @twice(%a) : (!async.value<i64>) -> !async.value<i64>
    %z = async.await %v : !async.value<i64>
    async.yield %z : i64
  }
  %r = async.await %b : !async.value<i64>
  return %r : i64
}
