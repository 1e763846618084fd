// Each iteration has a group of its own, and awaits it.
// verdict: proved-or-unknown
// clean: @main(0, i64[2])
// clean: @main(3, i64[2])

func.func @main(%n: index, %m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %g = async.create_group %c2 : !async.group
    scf.for %j = %c0 to %c2 step %c1 {
      %t = async.execute {
        %x = arith.index_cast %i : index to i64
        memref.store %x, %m[%j] : memref<2xi64>
        async.yield
      }
      %rank = async.add_to_group %t, %g : !async.token
    }
    async.await_all %g
  }
  return
}
