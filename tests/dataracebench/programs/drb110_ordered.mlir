// Each task that increments a variable depends on the one before it.
// drb: DRB110-ordered-orig-no
// race: no
// run: @main() = 10 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %x = memref.alloca() : memref<i64>
  memref.store %k0, %x[] : memref<i64>
  %start = async.execute {
    async.yield
  }
  %last = scf.for %i = %c0 to %c10 step %c1 iter_args(%before = %start) -> (!async.token) {
    %step = async.execute [%before] {
      %v = memref.load %x[] : memref<i64>
      %w = arith.addi %v, %k1 : i64
      memref.store %w, %x[] : memref<i64>
      async.yield
    }
    scf.yield %step : !async.token
  }
  async.await %last : !async.token
  %r = memref.load %x[] : memref<i64>
  return %r : i64
}
