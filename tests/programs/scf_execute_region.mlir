// A region with several blocks where only one is allowed around it.
// run: @main(3 : i64) = 7 : i64
func.func @main(%n: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (i64) {
    %x = arith.index_cast %i : index to i64
    %part = scf.execute_region -> i64 {
      %same = arith.cmpi eq, %x, %n : i64
      cf.cond_br %same, ^double, ^single
    ^double:
      %d = arith.addi %x, %x : i64
      cf.br ^end(%d : i64)
    ^single:
      %one = arith.constant 1 : i64
      %e = arith.andi %x, %one : i64
      cf.br ^end(%e : i64)
    ^end(%r: i64):
      scf.yield %r : i64
    }
    %t = arith.addi %s, %part : i64
    scf.yield %t : i64
  }
  return %sum : i64
}
