// One token and one value awaited many times, by the launcher and by another task.
// run: @main(7 : i64) = 42 : i64
// mlir: no, awaiting one pending token twice in a coroutine deadlocks
func.func @main(%x: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i64
  %t, %v = async.execute -> !async.value<i64> {
    async.yield %x : i64
  }
  %u, %w = async.execute -> !async.value<i64> {
    async.await %t : !async.token
    %a = async.await %v : !async.value<i64>
    async.await %t : !async.token
    %b = async.await %v : !async.value<i64>
    %c = async.await %v : !async.value<i64>
    %d = arith.addi %a, %b : i64
    %e = arith.addi %d, %c : i64
    async.yield %e : i64
  }
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %zero) -> (i64) {
    async.await %t : !async.token
    %y = async.await %v : !async.value<i64>
    %z = arith.addi %s, %y : i64
    scf.yield %z : i64
  }
  %q = async.await %w : !async.value<i64>
  %r = arith.addi %sum, %q : i64
  return %r : i64
}
