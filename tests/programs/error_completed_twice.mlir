// A token that is made by hand is completed a second time.
// run: @main() fails R106
// mlir: no, it says nothing
func.func @main() {
  %t = async.runtime.create : !async.token
  async.runtime.set_available %t : !async.token
  async.await %t : !async.token
  async.runtime.set_available %t : !async.token
  return
}
