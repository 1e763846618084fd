// The last member is added behind the wait for all.
// verdict: deadlock
// show: @main()

func.func @main() {
  %c1 = arith.constant 1 : index
  %g = async.create_group %c1 : !async.group
  %t = async.execute {
    async.yield
  }
  async.await_all %g
  %rank = async.add_to_group %t, %g : !async.token
  return
}
