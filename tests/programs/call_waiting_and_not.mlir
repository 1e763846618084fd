// Functions that wait and that do not, called directly and through values of one type.
// run: @main() = 18 : i64
// mlir: no, it refuses the value of a function that waits

func.func private @w(%t: !async.value<i64>) -> i64 {
  %x = async.await %t : !async.value<i64>
  return %x : i64
}
func.func private @nw(%t: !async.value<i64>) -> i64 {
  %x = arith.constant 5 : i64
  return %x : i64
}
func.func private @app(%f: (!async.value<i64>) -> i64, %v: !async.value<i64>) -> i64 {
  %x = func.call_indirect %f(%v) : (!async.value<i64>) -> i64
  return %x : i64
}
func.func @main() -> i64 {
  %c1 = arith.constant 1 : i64
  %t, %v = async.execute -> !async.value<i64> { async.yield %c1 : i64 }
  %a = func.call @w(%v) : (!async.value<i64>) -> i64
  %b = func.call @nw(%v) : (!async.value<i64>) -> i64
  %f = func.constant @w : (!async.value<i64>) -> i64
  %g = func.constant @nw : (!async.value<i64>) -> i64
  %c = func.call @app(%f, %v) : ((!async.value<i64>) -> i64, !async.value<i64>) -> i64
  %d = func.call @app(%g, %v) : ((!async.value<i64>) -> i64, !async.value<i64>) -> i64
  %t2, %v2 = async.execute -> !async.value<i64> {
     %e = func.call_indirect %g(%v) : (!async.value<i64>) -> i64
     %true = arith.constant true
     %h = arith.select %true, %f, %g : (!async.value<i64>) -> i64
     %i = func.call_indirect %h(%v) : (!async.value<i64>) -> i64
     %j = arith.addi %e, %i : i64
     async.yield %j : i64 }
  %k = async.await %v2 : !async.value<i64>
  %s1 = arith.addi %a, %b : i64
  %s2 = arith.addi %s1, %c : i64
  %s3 = arith.addi %s2, %d : i64
  %s4 = arith.addi %s3, %k : i64
  return %s4 : i64
}
