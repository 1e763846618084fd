// A counted loop that carries two values; also with no iteration, and a step that overshoots.
// run: @main(0 : index, 10 : index, 3 : index) = 18 : i64, 4 : i64
// run: @main(5 : index, 5 : index, 1 : index) = 0 : i64, 0 : i64
func.func @main(%lower: index, %upper: index, %step: index) -> (i64, i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %r:2 = scf.for %i = %lower to %upper step %step iter_args(%sum = %zero, %count = %zero) -> (i64, i64) {
    %x = arith.index_cast %i : index to i64
    %s = arith.addi %sum, %x : i64
    %c = arith.addi %count, %one : i64
    scf.yield %s, %c : i64, i64
  }
  return %r#0, %r#1 : i64, i64
}
