// A task increments a variable of its launcher, which reads it behind a wait.
// drb: DRB130-mergeable-taskwait-orig-no
// race: no
// run: @main() = 3 : i64
func.func @main() -> i64 {
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %x = memref.alloca() : memref<i64>
  memref.store %k2, %x[] : memref<i64>
  %increment = async.execute {
    %v = memref.load %x[] : memref<i64>
    %w = arith.addi %v, %k1 : i64
    memref.store %w, %x[] : memref<i64>
    async.yield
  }
  async.await %increment : !async.token
  %r = memref.load %x[] : memref<i64>
  return %r : i64
}
