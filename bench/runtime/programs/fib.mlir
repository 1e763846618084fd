// Fork-join without a cut-off: one recursive call in a task of its own, the other made here.

async.func @fib(%n: i64) -> !async.value<i64> {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %small = arith.cmpi slt, %n, %two : i64
  cf.cond_br %small, ^leaf, ^split
^leaf:
  async.return %n : i64
^split:
  %n1 = arith.subi %n, %one : i64
  %n2 = arith.subi %n, %two : i64
  %token, %a = async.execute -> !async.value<i64> {
    %f = async.call @fib(%n1) : (i64) -> !async.value<i64>
    %x = async.await %f : !async.value<i64>
    async.yield %x : i64
  }
  %b = async.call @fib(%n2) : (i64) -> !async.value<i64>
  %y = async.await %b : !async.value<i64>
  %x = async.await %a : !async.value<i64>
  %sum = arith.addi %x, %y : i64
  async.return %sum : i64
}

func.func @run(%n: i64) -> i64 {
  %f = async.call @fib(%n) : (i64) -> !async.value<i64>
  %result = async.await %f : !async.value<i64>
  return %result : i64
}
