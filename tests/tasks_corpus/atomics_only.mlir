// Tasks add to one element, two ways of doing it atomically.
// verdict: proved-or-unknown
// clean: @main(0, i64[1])
// clean: @main(3, i64[1])

func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %old = memref.atomic_rmw addi %one, %m[%c0] : (i64, memref<1xi64>) -> i64
      async.yield
    }
  }
  %sum = memref.generic_atomic_rmw %m[%c0] : memref<1xi64> {
  ^bb0(%old: i64):
    %new = arith.addi %old, %one : i64
    memref.atomic_yield %new : i64
  }
  return
}
