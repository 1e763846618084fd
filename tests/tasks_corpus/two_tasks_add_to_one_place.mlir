// The group has one place: one of the tasks fails as it adds, and the group says nothing of it.
// verdict: racy
// show: @main(i64[2])
// extension

func.func @main(%m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %r = async.ready : !async.token
  %g = async.create_group %c1 : !async.group
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<2xi64>
    %rank = async.add_to_group %r, %g : !async.token
    async.yield
  }
  %u = async.execute {
    memref.store %x, %m[%c1] : memref<2xi64>
    %rank = async.add_to_group %r, %g : !async.token
    async.yield
  }
  async.await_all %g
  memref.store %x, %m[%c0] : memref<2xi64>
  memref.store %x, %m[%c1] : memref<2xi64>
  return
}
