// A third member of a group of two is an error.
// run: @main() fails R103
// mlir: no, not diagnosed
func.func @main() {
  %c2 = arith.constant 2 : index
  %g = async.create_group %c2 : !async.group
  %t = async.execute {
    async.yield
  }
  %r0 = async.add_to_group %t, %g : !async.token
  %r1 = async.add_to_group %t, %g : !async.token
  %r2 = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return
}
