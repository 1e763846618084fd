// A function that waits for a task that calls the function: ten deep, and deeper than there are workers anywhere.
// run: @main(10 : i64) = 10 : i64
// run: @main(5000 : i64) = 5000 : i64
// mlir: no, each wait keeps a thread
func.func @deep(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.cmpi eq, %n, %zero : i64
  %r = scf.if %end -> i64 {
    scf.yield %zero : i64
  } else {
    %m = arith.subi %n, %one : i64
    %t, %v = async.execute -> !async.value<i64> {
      %x = func.call @deep(%m) : (i64) -> i64
      %y = arith.addi %x, %one : i64
      async.yield %y : i64
    }
    %x = async.await %v : !async.value<i64>
    scf.yield %x : i64
  }
  return %r : i64
}
func.func @main(%n: i64) -> i64 {
  %r = func.call @deep(%n) : (i64) -> i64
  return %r : i64
}
