// A ready token awaited 100,000 times, in a task.
// run: @main(100000 : index) = 100000 : i64
// extension
func.func @main(%n: index) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %token = async.ready : !async.token
    %value = async.ready %one : !async.value<i64>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
      async.await %token : !async.token
      %x = async.await %value : !async.value<i64>
      %y = arith.addi %s, %x : i64
      scf.yield %y : i64
    }
    async.yield %sum : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
