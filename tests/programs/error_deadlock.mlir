// A task waits for a token that nobody sets.
// run: @main() fails R104
// mlir: no, hangs
func.func @main() {
  %never = async.runtime.create : !async.token
  %t = async.execute [%never] {
    async.yield
  }
  async.await %t : !async.token
  return
}
