// A chain of 10,000 dependent tasks, all launched before the first is awaited.
// run: @main(10000 : index) = 10000 : i64
// extension
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %first = async.ready %zero : !async.value<i64>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%v = %first) -> (!async.value<i64>) {
    %t, %w = async.execute (%v as %x: !async.value<i64>) -> !async.value<i64> {
      %y = arith.addi %x, %one : i64
      async.yield %y : i64
    }
    scf.yield %w : !async.value<i64>
  }
  %r = async.await %last : !async.value<i64>
  return %r : i64
}
