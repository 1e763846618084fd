// An assertion fails in a task that a plain function awaits.
// run: @main(3 : i64) = 3 : i64
// run: @main(-3 : i64) fails R102 <- R101 "n has to be positive"
// mlir: no, aborts
func.func @main(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %t, %v = async.execute -> !async.value<i64> {
    %ok = arith.cmpi sgt, %n, %zero : i64
    cf.assert %ok, "n has to be positive"
    async.yield %n : i64
  }
  %x = async.await %v : !async.value<i64>
  return %x : i64
}
