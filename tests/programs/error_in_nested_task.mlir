// An error passes through two tasks, one link of the chain for each wait.
// run: @main() fails R102 <- R102 <- R102 <- R101 "inside"
func.func @main() {
  %t = async.execute {
    %u = async.execute {
      %w = async.execute {
        %false = arith.constant false
        cf.assert %false, "inside"
        async.yield
      }
      async.await %w : !async.token
      async.yield
    }
    async.await %u : !async.token
    async.yield
  }
  async.await %t : !async.token
  return
}
