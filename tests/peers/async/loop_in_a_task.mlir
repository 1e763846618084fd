// A task launches tasks in a loop, and waits for each.
// run: @main(10 : index) = 45 : i64
// mlir: no, an scf.for with async ops in it is not lowered in async.execute
func.func @main(%n: index) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i64
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 {
      %u, %w = async.execute -> !async.value<i64> {
        %x = arith.index_cast %i : index to i64
        async.yield %x : i64
      }
      %x = async.await %w : !async.value<i64>
      %y = arith.addi %s, %x : i64
      scf.yield %y : i64
    }
    async.yield %sum : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
