// A million tasks, each of which needs the one before it; all are there before the first may begin.
// run: @main(1000000 : i64) = 1000000 : i64
// mlir: no, each task runs on top of the one before
func.func @chain(%n: i64, %before: !async.value<i64>) -> !async.value<i64> {
  %one = arith.constant 1 : i64
  %single = arith.cmpi eq, %n, %one : i64
  cf.cond_br %single, ^task, ^halves
^task:
  %t, %v = async.execute (%before as %x: !async.value<i64>) -> !async.value<i64> {
    %y = arith.addi %x, %one : i64
    async.yield %y : i64
  }
  return %v : !async.value<i64>
^halves:
  %a = arith.shrsi %n, %one : i64
  %b = arith.subi %n, %a : i64
  %middle = func.call @chain(%a, %before) : (i64, !async.value<i64>) -> !async.value<i64>
  %last = func.call @chain(%b, %middle) : (i64, !async.value<i64>) -> !async.value<i64>
  return %last : !async.value<i64>
}
func.func @main(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %gate = async.runtime.create : !async.token
  %t, %first = async.execute [%gate] -> !async.value<i64> {
    async.yield %zero : i64
  }
  %last = func.call @chain(%n, %first) : (i64, !async.value<i64>) -> !async.value<i64>
  async.runtime.set_available %gate : !async.token
  %r = async.await %last : !async.value<i64>
  return %r : i64
}
