// An assertion fails in a task; the entry awaits it.
// run: @main(1 : i64) = 2 : i64
// run: @main(-1 : i64) fails R102 <- R101 "x is negative"
func.func @main(%x: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %zero = arith.constant 0 : i64
    %ok = arith.cmpi sge, %x, %zero : i64
    cf.assert %ok, "x is negative"
    %y = arith.addi %x, %x : i64
    async.yield %y : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
