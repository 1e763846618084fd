// A task calls a function that it got as a value; the function awaits.
// run: @main(1 : i1) = 30 : i64
// run: @main(0 : i1) = 31 : i64
// mlir: no, a plain function that awaits blocks a worker
func.func private @a(%x: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %ten = arith.constant 10 : i64
    %y = arith.muli %x, %ten : i64
    async.yield %y : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
func.func private @b(%x: i64) -> i64 {
  %more = arith.constant 28 : i64
  %r = arith.addi %x, %more : i64
  return %r : i64
}
func.func @main(%c: i1) -> i64 {
  %three = arith.constant 3 : i64
  %f = func.constant @a : (i64) -> i64
  %g = func.constant @b : (i64) -> i64
  %h = arith.select %c, %f, %g : (i64) -> i64
  %t, %v = async.execute -> !async.value<i64> {
    %x = func.call_indirect %h(%three) : (i64) -> i64
    async.yield %x : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
