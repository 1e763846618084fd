// Two nested loops of blocks, the inner one left early.
// run: @main(5 : i64) = 16 : i64
func.func @main(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : i64
  cf.br ^outer(%zero, %zero : i64, i64)
^outer(%i: i64, %sum: i64):
  %more = arith.cmpi slt, %i, %n : i64
  cf.cond_br %more, ^inner(%zero, %sum : i64, i64), ^done
^inner(%j: i64, %t: i64):
  %below = arith.cmpi sle, %j, %i : i64
  cf.cond_br %below, ^step, ^next(%t : i64)
^step:
  %cut = arith.cmpi eq, %j, %three : i64
  %t2 = arith.addi %t, %one : i64
  %j2 = arith.addi %j, %one : i64
  cf.cond_br %cut, ^next(%t2 : i64), ^inner(%j2, %t2 : i64, i64)
^next(%u: i64):
  %i2 = arith.addi %i, %one : i64
  %bonus = arith.cmpi eq, %i, %zero : i64
  %extra = arith.extui %bonus : i1 to i64
  %twice = arith.addi %extra, %extra : i64
  %v = arith.addi %u, %twice : i64
  cf.br ^outer(%i2, %v : i64, i64)
^done:
  return %sum : i64
}
