// A parallel loop in two dimensions with two reductions.
// run: @main(4 : index, 3 : index) = 18 : i64, 6 : i64
func.func @main(%n: index, %m: index) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) init (%zero, %zero) -> (i64, i64) {
    %x = arith.index_cast %i : index to i64
    %y = arith.index_cast %j : index to i64
    %p = arith.muli %x, %y : i64
    scf.reduce(%x, %p : i64, i64) {
    ^bb0(%a: i64, %b: i64):
      %s = arith.addi %a, %b : i64
      scf.reduce.return %s : i64
    }, {
    ^bb0(%a: i64, %b: i64):
      %s = arith.maxsi %a, %b : i64
      scf.reduce.return %s : i64
    }
  }
  return %r#0, %r#1 : i64, i64
}
