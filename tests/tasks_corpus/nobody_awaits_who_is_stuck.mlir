// The entry awaits nothing, but a task waits for what never comes.
// verdict: deadlock
// show: @main()

func.func @main() {
  %slot = async.runtime.create : !async.token
  %t = async.execute [%slot] {
    async.yield
  }
  return
}
