// A token and its value are pending when @both awaits them for the first time, and are awaited again.
// run: @main() = 2 : i64
// mlir: no, @both goes on under the token's lock, which its next wait takes
async.func @both(%t: !async.token, %v: !async.value<i64>) -> !async.value<i64> {
  async.await %t : !async.token
  %x = async.await %v : !async.value<i64>
  async.await %t : !async.token
  %y = async.await %v : !async.value<i64>
  %z = arith.addi %x, %y : i64
  async.return %z : i64
}
func.func @main() -> i64 {
  %one = arith.constant 1 : i64
  %gate = async.runtime.create : !async.token
  %t, %v = async.execute [%gate] -> !async.value<i64> {
    async.yield %one : i64
  }
  %w = async.call @both(%t, %v) : (!async.token, !async.value<i64>) -> !async.value<i64>
  async.runtime.set_available %gate : !async.token
  %r = async.await %w : !async.value<i64>
  return %r : i64
}
