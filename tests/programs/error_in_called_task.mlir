// A task that only calls another one and waits for it: its error is a link of its own in the chain.
// run: @main(3 : i64) = 3 : i64
// run: @main(0 : i64) fails R102 <- R102 <- R101 "positive"
async.func private @check(%n: i64) -> !async.value<i64> {
  %zero = arith.constant 0 : i64
  %ok = arith.cmpi sgt, %n, %zero : i64
  cf.assert %ok, "positive"
  return %n : i64
}
func.func @main(%n: i64) -> i64 {
  %t, %x = async.execute -> !async.value<i64> {
    %f = async.call @check(%n) : (i64) -> !async.value<i64>
    %r = async.await %f : !async.value<i64>
    async.yield %r : i64
  }
  %y = async.await %x : !async.value<i64>
  return %y : i64
}
