// One piece of memory on the stack for the tasks of all iterations.
// verdict: racy
// show: @main(2)
// quiet: @main(1)

func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<1xi64>
  %some = arith.maxsi %n, %c0 : index
  %g = async.create_group %some : !async.group
  scf.for %i = %c0 to %some step %c1 {
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  return
}
