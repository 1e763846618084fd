// Each call is a task of its own: asyncir run examples/fibonacci.mlir 20

async.func @fib(%n: i64) -> !async.value<i64> {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %small = arith.cmpi slt, %n, %two : i64
  %result = scf.if %small -> (i64) {
    scf.yield %n : i64
  } else {
    %n1 = arith.subi %n, %one : i64
    %n2 = arith.subi %n, %two : i64
    %f1 = async.call @fib(%n1) : (i64) -> !async.value<i64>
    %f2 = async.call @fib(%n2) : (i64) -> !async.value<i64>
    %a = async.await %f1 : !async.value<i64>
    %b = async.await %f2 : !async.value<i64>
    %sum = arith.addi %a, %b : i64
    scf.yield %sum : i64
  }
  return %result : i64
}

func.func @main(%n: i64) -> i64 {
  %f = async.call @fib(%n) : (i64) -> !async.value<i64>
  %result = async.await %f : !async.value<i64>
  return %result : i64
}
