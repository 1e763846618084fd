// Iterations of a parallel loop launch a task each and add it to a group, which is awaited behind the loop.
// verdict: proved-or-unknown
// clean: @main(0, i64[4])
// clean: @main(1, i64[4])
// clean: @main(3, i64[4])

func.func @main(%n: index, %m: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5 : i64
  %less = arith.minsi %n, %c4 : index
  %some = arith.maxsi %less, %c0 : index
  %g = async.create_group %some : !async.group
  scf.parallel (%i) = (%c0) to (%some) step (%c1) {
    %t = async.execute {
      memref.store %x, %m[%i] : memref<4xi64>
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
    scf.reduce
  }
  async.await_all %g
  memref.store %x, %m[%c0] : memref<4xi64>
  return
}
