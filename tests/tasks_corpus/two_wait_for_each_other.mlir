// Each of two tasks waits for what the other completes behind its wait.
// verdict: deadlock
// show: @main()

func.func @main() {
  %a = async.runtime.create : !async.token
  %b = async.runtime.create : !async.token
  %t = async.execute [%a] {
    async.runtime.set_available %b : !async.token
    async.yield
  }
  %u = async.execute [%b] {
    async.runtime.set_available %a : !async.token
    async.yield
  }
  async.await %t : !async.token
  return
}
