// Counting bits.
// run: @main(40 : i32) = 2 : i32, 26 : i32, 3 : i32, 40 : i32
func.func @main(%a: i32) -> (i32, i32, i32, i32) {
  %ones = math.ctpop %a : i32
  %leading = math.ctlz %a : i32
  %trailing = math.cttz %a : i32
  %zero = arith.constant 0 : i32
  %minus = arith.subi %zero, %a : i32
  %abs = math.absi %minus : i32
  return %ones, %leading, %trailing, %abs : i32, i32, i32, i32
}
