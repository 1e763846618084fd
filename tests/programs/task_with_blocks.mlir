// A task whose body has several blocks, with an await on one path only.
// run: @main(5 : i64) = 105 : i64
// run: @main(-5 : i64) = -1 : i64
// extension
func.func @main(%x: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %zero = arith.constant 0 : i64
    %positive = arith.cmpi sgt, %x, %zero : i64
    cf.cond_br %positive, ^wait, ^skip
  ^wait:
    %u, %w = async.execute -> !async.value<i64> {
      %hundred = arith.constant 100 : i64
      async.yield %hundred : i64
    }
    %y = async.await %w : !async.value<i64>
    %z = arith.addi %x, %y : i64
    cf.br ^end(%z : i64)
  ^skip:
    %minus = arith.constant -1 : i64
    cf.br ^end(%minus : i64)
  ^end(%r: i64):
    async.yield %r : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
