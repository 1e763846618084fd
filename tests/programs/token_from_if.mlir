// scf.if chooses which task to launch; the token comes out of it.
// run: @main(1 : i1, 5 : i64) = 10 : i64
// run: @main(0 : i1, 5 : i64) = 25 : i64
// mlir: no, reference counting of tokens that a region yields fails
func.func @main(%c: i1, %x: i64) -> i64 {
  %v = scf.if %c -> (!async.value<i64>) {
    %t, %a = async.execute -> !async.value<i64> {
      %y = arith.addi %x, %x : i64
      async.yield %y : i64
    }
    scf.yield %a : !async.value<i64>
  } else {
    %t, %a = async.execute -> !async.value<i64> {
      %y = arith.muli %x, %x : i64
      async.yield %y : i64
    }
    scf.yield %a : !async.value<i64>
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
