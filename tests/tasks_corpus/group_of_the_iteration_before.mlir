// Each iteration awaits the group of the one before, but behind the launch of its own tasks.
// verdict: racy
// show: @main(2, i64[2])
// quiet: @main(1, i64[2])

func.func @main(%n: index, %m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %none = async.create_group %c0 : !async.group
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %none) -> (!async.group) {
    %g = async.create_group %c2 : !async.group
    scf.for %j = %c0 to %c2 step %c1 {
      %t = async.execute {
        %x = arith.index_cast %i : index to i64
        memref.store %x, %m[%j] : memref<2xi64>
        async.yield
      }
      %rank = async.add_to_group %t, %g : !async.token
    }
    async.await_all %before
    scf.yield %g : !async.group
  }
  return
}
