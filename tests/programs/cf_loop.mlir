// A loop of blocks whose arguments are the induction variable and the sum.
// run: @main(10 : i64) = 45 : i64
// run: @main(0 : i64) = 0 : i64
func.func @main(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  cf.br ^head(%zero, %zero : i64, i64)
^head(%i: i64, %sum: i64):
  %more = arith.cmpi slt, %i, %n : i64
  cf.cond_br %more, ^body, ^done
^body:
  %next_sum = arith.addi %sum, %i : i64
  %next = arith.addi %i, %one : i64
  cf.br ^head(%next, %next_sum : i64, i64)
^done:
  return %sum : i64
}
