// A million functions that begin inside one another, and wait for one another.
// run: @main(1000000 : i64) = 1000000 : i64
async.func @deep(%n: i64) -> !async.value<i64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.cmpi eq, %n, %zero : i64
  cf.cond_br %end, ^leaf, ^next
^leaf:
  async.return %zero : i64
^next:
  %m = arith.subi %n, %one : i64
  %inner = async.call @deep(%m) : (i64) -> !async.value<i64>
  %x = async.await %inner : !async.value<i64>
  %y = arith.addi %x, %one : i64
  async.return %y : i64
}
func.func @main(%n: i64) -> i64 {
  %v = async.call @deep(%n) : (i64) -> !async.value<i64>
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
