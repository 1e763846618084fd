// Signed and unsigned comparisons of the same bits, and a select.
// run: @main(-1 : i64, 1 : i64) = 1 : i1, 0 : i1, -1 : i64, 1 : i64
func.func @main(%a: i64, %b: i64) -> (i1, i1, i64, i64) {
  %s = arith.cmpi slt, %a, %b : i64
  %u = arith.cmpi ult, %a, %b : i64
  %x = arith.select %s, %a, %b : i64
  %y = arith.select %u, %a, %b : i64
  return %s, %u, %x, %y : i1, i1, i64, i64
}
