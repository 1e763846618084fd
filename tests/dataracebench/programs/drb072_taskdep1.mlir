// The second of two tasks that write a variable depends on the first.
// drb: DRB072-taskdep1-orig-no
// race: no
// run: @main() = 2 : i64
func.func @main() -> i64 {
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %i = memref.alloca() : memref<i64>
  memref.store %k0, %i[] : memref<i64>
  %first = async.execute {
    memref.store %k1, %i[] : memref<i64>
    async.yield
  }
  %second = async.execute [%first] {
    memref.store %k2, %i[] : memref<i64>
    async.yield
  }
  async.await %second : !async.token
  %r = memref.load %i[] : memref<i64>
  return %r : i64
}
