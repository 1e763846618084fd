// Both halves of a 64-bit product, and the carry of a sum.
// run: @main(-1 : i64, 2 : i64) = -2 : i64, -1 : i64, 1 : i64, 1 : i64, 1 : i1
func.func @main(%a: i64, %b: i64) -> (i64, i64, i64, i64, i1) {
  %sl, %sh = arith.mulsi_extended %a, %b : i64
  %ul, %uh = arith.mului_extended %a, %b : i64
  %sum, %carry = arith.addui_extended %a, %b : i64, i1
  return %sl, %sh, %uh, %sum, %carry : i64, i64, i64, i64, i1
}
