// A group of two gets one member.
// run: @main() fails R104
// mlir: no, hangs
func.func @main() {
  %c2 = arith.constant 2 : index
  %g = async.create_group %c2 : !async.group
  %t = async.execute {
    async.yield
  }
  %r = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return
}
