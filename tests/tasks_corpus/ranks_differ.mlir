// Two tasks add to a group in any order, and each writes the element of its rank.
// verdict: proved-or-unknown
// clean: @main(i64[2])
// extension

func.func @main(%m: memref<2xi64>) {
  %c2 = arith.constant 2 : index
  %x = arith.constant 5 : i64
  %r = async.ready : !async.token
  %g = async.create_group %c2 : !async.group
  %t = async.execute {
    %rank = async.add_to_group %r, %g : !async.token
    memref.store %x, %m[%rank] : memref<2xi64>
    async.yield
  }
  %u = async.execute {
    %rank = async.add_to_group %r, %g : !async.token
    memref.store %x, %m[%rank] : memref<2xi64>
    async.yield
  }
  return
}
