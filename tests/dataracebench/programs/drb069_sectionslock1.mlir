// Two tasks add to a variable under a lock, which is an atomic addition here.
// drb: DRB069-sectionslock1-orig-no
// race: no
// run: @main() = 3 : i64
func.func @main() -> i64 {
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %i = memref.alloca() : memref<i64>
  memref.store %k0, %i[] : memref<i64>
  %first = async.execute {
    %old = memref.atomic_rmw addi %k1, %i[] : (i64, memref<i64>) -> i64
    async.yield
  }
  %second = async.execute {
    %old = memref.atomic_rmw addi %k2, %i[] : (i64, memref<i64>) -> i64
    async.yield
  }
  async.await %first : !async.token
  async.await %second : !async.token
  %r = memref.load %i[] : memref<i64>
  return %r : i64
}
