// A loop with two entries that carries values in flight.
// run: @main() = 10 : i64
// mlir: no, it refuses the loop with two entries

func.func @main() -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c10 = arith.constant 10 : i64
  %t, %v = async.execute -> !async.value<i64> { async.yield %c1 : i64 }
  %true = arith.constant true
  cf.cond_br %true, ^a(%c0, %v : i64, !async.value<i64>), ^b(%c10, %v : i64, !async.value<i64>)
^b(%j: i64, %y: !async.value<i64>):
  %yy = async.await %y : !async.value<i64>
  %j2 = arith.addi %j, %yy : i64
  %done = arith.cmpi sge, %j2, %c10 : i64
  cf.cond_br %done, ^exit(%j2 : i64), ^a(%j2, %y : i64, !async.value<i64>)
^a(%i: i64, %x: !async.value<i64>):
  %t2, %v2 = async.execute -> !async.value<i64> {
    %q = async.await %x : !async.value<i64>
    async.yield %q : i64 }
  %i2 = arith.addi %i, %c1 : i64
  cf.br ^b(%i2, %v2 : i64, !async.value<i64>)
^exit(%r: i64):
  return %r : i64
}
