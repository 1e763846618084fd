// A group of one gets a second member.
// run: @main() fails R103
// mlir: no, goes on as if all were well
func.func @main() {
  %c1 = arith.constant 1 : index
  %g = async.create_group %c1 : !async.group
  %t = async.execute {
    async.yield
  }
  %r = async.add_to_group %t, %g : !async.token
  %r1 = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return
}
