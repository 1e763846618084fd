// A loop whose induction variable is an i32 and starts below zero.
// run: @main() = -9 : i32
func.func @main() -> i32 {
  %lower = arith.constant -5 : i32
  %upper = arith.constant 2 : i32
  %step = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = scf.for %i = %lower to %upper step %step iter_args(%s = %zero) -> (i32) : i32 {
    %t = arith.addi %s, %i : i32
    scf.yield %t : i32
  }
  %r = arith.subi %sum, %one : i32
  return %r : i32
}
