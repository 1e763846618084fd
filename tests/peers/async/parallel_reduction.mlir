// A parallel loop that reduces.
// run: @main(1000000 : index) = 499999500000 : i64
// mlir: no, left sequential
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> i64 {
    %x = arith.index_cast %i : index to i64
    scf.reduce(%x : i64) {
    ^bb0(%a: i64, %b: i64):
      %y = arith.addi %a, %b : i64
      scf.reduce.return %y : i64
    }
  }
  return %sum : i64
}
