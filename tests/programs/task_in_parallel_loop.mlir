// scf.parallel with a reduction among tasks, and control flow around it.
// run: @main(1 : i1) = 60 : i64
// run: @main(0 : i1) = 0 : i64
// mlir: no, scf.parallel inside a task with async ops around does not lower
func.func @main(%c: i1) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0 : i64
  %r = scf.if %c -> (i64) {
    %t, %v = async.execute -> !async.value<i64> {
      %s = scf.parallel (%i) = (%c0) to (%c5) step (%c1) init (%zero) -> i64 {
        %x = arith.index_cast %i : index to i64
        %y = arith.muli %x, %x : i64
        scf.reduce(%y : i64) {
        ^bb0(%a: i64, %b: i64):
          %sum = arith.addi %a, %b : i64
          scf.reduce.return %sum : i64
        }
      }
      async.yield %s : i64
    }
    %x = async.await %v : !async.value<i64>
    %y = arith.addi %x, %x : i64
    scf.yield %y : i64
  } else {
    scf.yield %zero : i64
  }
  return %r : i64
}
