// Tasks that launch and await tasks, three deep.
// run: @main(2 : i64) = 26 : i64
func.func @main(%x: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %u, %w = async.execute -> !async.value<i64> {
      %p, %q = async.execute -> !async.value<i64> {
        %y = arith.muli %x, %x : i64
        async.yield %y : i64
      }
      %a = async.await %q : !async.value<i64>
      %three = arith.constant 3 : i64
      %b = arith.muli %a, %three : i64
      async.yield %b : i64
    }
    %c = async.await %w : !async.value<i64>
    %d = arith.addi %c, %x : i64
    async.yield %d : i64
  }
  %e = async.await %v : !async.value<i64>
  %twelve = arith.constant 12 : i64
  %r = arith.addi %e, %twelve : i64
  return %r : i64
}
