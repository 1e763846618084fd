// Two sums after each other: tasks yield their parts as values, which are added when they are awaited.
// drb: DRB121-reduction-orig-no
// race: no
// run: @main() = 20 : i64
func.func @part(%low: index) -> !async.value<i64> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %k0 = arith.constant 0 : i64
  %add_up, %v = async.execute -> !async.value<i64> {
    %high0 = arith.addi %low, %c3 : index
    %high = arith.minsi %high0, %c5 : index
    %sum = scf.for %i = %low to %high step %c1 iter_args(%s = %k0) -> (i64) {
      %x = arith.index_cast %i : index to i64
      %n = arith.addi %s, %x : i64
      scf.yield %n : i64
    }
    async.yield %sum : i64
  }
  return %v : !async.value<i64>
}
func.func @total() -> i64 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %v = func.call @part(%c0) : (index) -> !async.value<i64>
  %w = func.call @part(%c3) : (index) -> !async.value<i64>
  %x = async.await %v : !async.value<i64>
  %y = async.await %w : !async.value<i64>
  %s = arith.addi %x, %y : i64
  return %s : i64
}
func.func @main() -> i64 {
  %a = func.call @total() : () -> i64
  %b = func.call @total() : () -> i64
  %r = arith.addi %a, %b : i64
  return %r : i64
}
