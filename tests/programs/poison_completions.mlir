// Undefined tokens, values and groups may be carried around, and dropped.
// run: @main() = 4 : i64
// mlir: no, it has no poison of these types

func.func @main() -> i64 {
  %p = ub.poison : !async.value<i64>
  %q = ub.poison : !async.token
  %g = ub.poison : !async.group
  %t, %v = async.execute -> !async.value<i64> {
    %c = arith.constant 4 : i64
    async.yield %c : i64 }
  %true = arith.constant true
  %s = arith.select %true, %v, %p : !async.value<i64>
  %r = async.await %s : !async.value<i64>
  return %r : i64
}
