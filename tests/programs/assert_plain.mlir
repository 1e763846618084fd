// A failing assertion in a function that the entry calls.
// run: @main(3 : i64) = 6 : i64
// run: @main(-3 : i64) fails R101 "a negative number"
func.func @main(%n: i64) -> i64 {
  %r = func.call @checked(%n) : (i64) -> i64
  return %r : i64
}
func.func private @checked(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %ok = arith.cmpi sge, %n, %zero : i64
  cf.assert %ok, "a negative number"
  %r = arith.addi %n, %n : i64
  return %r : i64
}
