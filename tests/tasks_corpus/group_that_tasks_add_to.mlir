// Each task adds a task that it launches to the group of all; the group stands for those, and so for what they write.
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
  scf.for %i = %c0 to %some step %c1 {
    %outer = async.execute {
      %inner = async.execute {
        memref.store %x, %m[%i] : memref<4xi64>
        async.yield
      }
      %rank = async.add_to_group %inner, %g : !async.token
      async.yield
    }
  }
  async.await_all %g
  scf.for %i = %c0 to %some step %c1 {
    memref.store %x, %m[%i] : memref<4xi64>
  }
  return
}
