// What a task wrote before it added a token to a group, whatever token that is, is visible behind a wait for the group.
// verdict: proved-or-unknown
// clean: @main(i64[1])
// extension

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %r = async.ready : !async.token
  %g = async.create_group %c1 : !async.group
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    %rank = async.add_to_group %r, %g : !async.token
    async.yield
  }
  async.await_all %g
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
