// Task i reads what task i - 1 writes, and is launched behind a wait for it.
// drb: DRB114b-if-orig-no
// race: no
// run: @main() = 45 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %a = memref.alloc() : memref<10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    memref.store %k0, %a[%i] : memref<10xi64>
  }
  scf.for %i = %c0 to %c9 step %c1 {
    %step = async.execute {
      %x = memref.load %a[%i] : memref<10xi64>
      %y = arith.addi %x, %k1 : i64
      %next = arith.addi %i, %c1 : index
      memref.store %y, %a[%next] : memref<10xi64>
      async.yield
    }
    async.await %step : !async.token
  }
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %a[%i] : memref<10xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %a : memref<10xi64>
  return %r : i64
}
