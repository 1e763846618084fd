// Two tasks and the entry await one group.
// run: @main() = 6 : i64
func.func @main() -> i64 {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i64
  %g = async.create_group %c1 : !async.group
  %t, %a = async.execute -> !async.value<i64> {
    async.await_all %g
    async.yield %two : i64
  }
  %u, %b = async.execute -> !async.value<i64> {
    async.await_all %g
    async.yield %two : i64
  }
  %w = async.execute {
    async.yield
  }
  %rank = async.add_to_group %w, %g : !async.token
  async.await_all %g
  %x = async.await %a : !async.value<i64>
  %y = async.await %b : !async.value<i64>
  %s = arith.addi %x, %y : i64
  %r = arith.addi %s, %two : i64
  return %r : i64
}
