// A task waits for the group that it is a member of.
// verdict: deadlock
// show: @main()

func.func @main() {
  %c1 = arith.constant 1 : index
  %g = async.create_group %c1 : !async.group
  %t = async.execute {
    async.await_all %g
    async.yield
  }
  %rank = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return
}
