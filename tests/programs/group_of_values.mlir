// A group of values and tokens; its ranks; members are still awaited for their payloads.
// run: @main() = 12 : i64, 0 : index, 1 : index, 2 : index
// mlir: no, a value in a group is not lowered
func.func @main() -> (i64, index, index, index) {
  %c3 = arith.constant 3 : index
  %five = arith.constant 5 : i64
  %seven = arith.constant 7 : i64
  %g = async.create_group %c3 : !async.group
  %t, %a = async.execute -> !async.value<i64> {
    async.yield %five : i64
  }
  %u, %b = async.execute -> !async.value<i64> {
    async.yield %seven : i64
  }
  %r0 = async.add_to_group %a, %g : !async.value<i64>
  %r1 = async.add_to_group %u, %g : !async.token
  %r2 = async.add_to_group %b, %g : !async.value<i64>
  async.await_all %g
  %x = async.await %a : !async.value<i64>
  %y = async.await %b : !async.value<i64>
  %s = arith.addi %x, %y : i64
  return %s, %r0, %r1, %r2 : i64, index, index, index
}
