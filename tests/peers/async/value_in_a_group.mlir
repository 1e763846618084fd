// A value is a member of a group.
// run: @main() = 1 : i64
// mlir: no, a group's members are tokens
func.func @main() -> i64 {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %g = async.create_group %c1 : !async.group
  %t, %v = async.execute -> !async.value<i64> {
    async.yield %one : i64
  }
  %r = async.add_to_group %v, %g : !async.value<i64>
  async.await_all %g
  %x = async.await %v : !async.value<i64>
  return %x : i64
}
