// Fibonacci with one async.func per call.
// run: @main(12 : i64) = 144 : i64
async.func @fib(%n: i64) -> !async.value<i64> {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %small = arith.cmpi slt, %n, %two : i64
  cf.cond_br %small, ^base, ^go
^base:
  return %n : i64
^go:
  %n1 = arith.subi %n, %one : i64
  %n2 = arith.subi %n, %two : i64
  %a = call @fib(%n1) : (i64) -> !async.value<i64>
  %b = call @fib(%n2) : (i64) -> !async.value<i64>
  %x = await %a : !async.value<i64>
  %y = await %b : !async.value<i64>
  %s = arith.addi %x, %y : i64
  return %s : i64
}
func.func @main(%n: i64) -> i64 {
  %v = async.call @fib(%n) : (i64) -> !async.value<i64>
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
