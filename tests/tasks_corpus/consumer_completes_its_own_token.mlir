// The task that needs the token is the one that completes it.
// verdict: deadlock
// show: @main()

func.func @main() {
  %slot = async.runtime.create : !async.token
  %t = async.execute [%slot] {
    async.runtime.set_available %slot : !async.token
    async.yield
  }
  async.await %t : !async.token
  return
}
