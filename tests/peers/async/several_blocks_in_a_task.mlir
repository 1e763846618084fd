// The body of a task is a loop of blocks.
// run: @main(10 : i64) = 55 : i64
// mlir: no, async.execute has one block
func.func @main(%n: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    cf.br ^head(%n, %zero : i64, i64)
  ^head(%i: i64, %s: i64):
    %more = arith.cmpi sgt, %i, %zero : i64
    cf.cond_br %more, ^body, ^end
  ^body:
    %j = arith.subi %i, %one : i64
    %u = arith.addi %s, %i : i64
    cf.br ^head(%j, %u : i64, i64)
  ^end:
    async.yield %s : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
