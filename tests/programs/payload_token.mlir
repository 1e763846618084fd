// A value whose payload is itself a value: a task that hands on what it launched.
// run: @main(8 : i64) = 64 : i64
// extension
func.func @main(%x: i64) -> i64 {
  %t, %v = async.execute -> !async.value<!async.value<i64>> {
    %u, %w = async.execute -> !async.value<i64> {
      %y = arith.muli %x, %x : i64
      async.yield %y : i64
    }
    async.yield %w : !async.value<i64>
  }
  %inner = async.await %v : !async.value<!async.value<i64>>
  %r = async.await %inner : !async.value<i64>
  return %r : i64
}
