// A loop inside a task that launches and awaits a task in each iteration.
// run: @main(6 : index) = 15 : i64
// mlir: no, scf.for with async ops inside async.execute does not lower
func.func @main(%n: index) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i64
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
      %u, %w = async.execute -> !async.value<i64> {
        %x = arith.index_cast %i : index to i64
        async.yield %x : i64
      }
      %y = async.await %w : !async.value<i64>
      %z = arith.addi %s, %y : i64
      scf.yield %z : i64
    }
    async.yield %sum : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
