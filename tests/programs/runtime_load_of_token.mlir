// What `async.runtime.load` yields is a reference of its own.
// run: @main() = 4 : i64
// mlir: no, it counts the loaded token wrongly

func.func @main() -> i64 {
  %t, %v = async.execute -> !async.value<!async.token> {
    %u = async.execute { async.yield }
    async.yield %u : !async.token }
  async.await %t : !async.token
  %x = async.runtime.load %v : !async.value<!async.token>
  %y = async.runtime.load %v : !async.value<!async.token>
  async.await %x : !async.token
  %c = arith.constant 4 : i64
  return %c : i64
}
