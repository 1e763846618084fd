// A switch in a task, one case of which awaits.
// run: @main(0 : index) = 5 : i64
// run: @main(1 : index) = 50 : i64
// mlir: no, async ops in regions of a task do not lower
func.func @main(%at: index) -> i64 {
  %five = arith.constant 5 : i64
  %t, %v = async.execute -> !async.value<i64> {
    async.yield %five : i64
  }
  %u, %w = async.execute -> !async.value<i64> {
    %r = scf.index_switch %at -> i64
    case 0 {
      %x = async.await %v : !async.value<i64>
      scf.yield %x : i64
    }
    default {
      %ten = arith.constant 10 : i64
      %x = arith.muli %five, %ten : i64
      scf.yield %x : i64
    }
    async.yield %r : i64
  }
  %r = async.await %w : !async.value<i64>
  return %r : i64
}
