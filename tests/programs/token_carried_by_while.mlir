// A while loop launches tasks until a value passes a limit.
// run: @main(100 : i64) = 128 : i64, 7 : i64
// mlir: no, reference counting of loop-carried values fails
func.func @main(%limit: i64) -> (i64, i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %t, %first = async.execute -> !async.value<i64> {
    async.yield %one : i64
  }
  %r:2 = scf.while (%v = %first, %n = %zero) : (!async.value<i64>, i64) -> (!async.value<i64>, i64) {
    %x = async.await %v : !async.value<i64>
    %more = arith.cmpi slt, %x, %limit : i64
    scf.condition(%more) %v, %n : !async.value<i64>, i64
  } do {
  ^bb0(%v: !async.value<i64>, %n: i64):
    %u, %w = async.execute (%v as %x: !async.value<i64>) -> !async.value<i64> {
      %y = arith.addi %x, %x : i64
      async.yield %y : i64
    }
    %next = arith.addi %n, %one : i64
    scf.yield %w, %next : !async.value<i64>, i64
  }
  %x = async.await %r#0 : !async.value<i64>
  return %x, %r#1 : i64, i64
}
