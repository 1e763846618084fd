// Half of n, rounded up, is how many even numbers there are below n.
// verdict: proved-or-unknown
// clean: @main(0, i64[8])
// clean: @main(1, i64[8])
// clean: @main(4, i64[8])
// clean: @main(7, i64[8])

func.func @main(%n: index, %m: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %less = arith.minsi %n, %c8 : index
  %some = arith.maxsi %less, %c0 : index
  %up = arith.addi %some, %c1 : index
  %half = arith.shrui %up, %c1 : index
  %x = arith.constant 5 : i64
  %g = async.create_group %half : !async.group
  scf.for %i = %c0 to %some step %c2 {
    %t = async.execute {
      memref.store %x, %m[%i] : memref<8xi64>
      async.yield
    }
    %rank = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  memref.store %x, %m[%c0] : memref<8xi64>
  return
}
