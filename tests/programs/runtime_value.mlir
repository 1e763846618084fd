// The runtime level by hand: a value made, filled by one task, and awaited by another.
// run: @main(5 : i64) = 10 : i64
func.func @main(%x: i64) -> i64 {
  %slot = async.runtime.create : !async.value<i64>
  %t, %v = async.execute (%slot as %y: !async.value<i64>) -> !async.value<i64> {
    %z = arith.addi %y, %y : i64
    async.yield %z : i64
  }
  async.runtime.store %x, %slot : !async.value<i64>
  async.runtime.set_available %slot : !async.value<i64>
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
