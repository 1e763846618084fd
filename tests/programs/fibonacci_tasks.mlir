// Fibonacci by a plain recursive function that launches a task for one half.
// run: @main(12 : i64) = 144 : i64
// mlir: no, plain functions that await block the workers
func.func @main(%n: i64) -> i64 {
  %two = arith.constant 2 : i64
  %small = arith.cmpi slt, %n, %two : i64
  %r = scf.if %small -> (i64) {
    scf.yield %n : i64
  } else {
    %one = arith.constant 1 : i64
    %n1 = arith.subi %n, %one : i64
    %n2 = arith.subi %n, %two : i64
    %t, %v = async.execute -> !async.value<i64> {
      %x = func.call @main(%n1) : (i64) -> i64
      async.yield %x : i64
    }
    %y = func.call @main(%n2) : (i64) -> i64
    %x = async.await %v : !async.value<i64>
    %s = arith.addi %x, %y : i64
    scf.yield %s : i64
  }
  return %r : i64
}
