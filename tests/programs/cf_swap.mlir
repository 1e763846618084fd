// Block arguments are assigned at once: a loop that swaps two of them (Fibonacci).
// run: @main(10 : i64) = 55 : i64, 89 : i64
func.func @main(%n: i64) -> (i64, i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  cf.br ^head(%n, %zero, %one : i64, i64, i64)
^head(%left: i64, %a: i64, %b: i64):
  %done = arith.cmpi eq, %left, %zero : i64
  %less = arith.subi %left, %one : i64
  %sum = arith.addi %a, %b : i64
  cf.cond_br %done, ^end(%a, %b : i64, i64), ^head(%less, %b, %sum : i64, i64, i64)
^end(%x: i64, %y: i64):
  return %x, %y : i64, i64
}
