// Two tasks depend on the one that writes a variable, and read it side by side.
// drb: DRB079-taskdep3-orig-no
// race: no
// run: @main() = 2 : i64
func.func @main() -> i64 {
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %i = memref.alloca() : memref<i64>
  %j = memref.alloca() : memref<i64>
  %k = memref.alloca() : memref<i64>
  memref.store %k0, %i[] : memref<i64>
  %write = async.execute {
    memref.store %k1, %i[] : memref<i64>
    async.yield
  }
  %read_j = async.execute [%write] {
    %x = memref.load %i[] : memref<i64>
    memref.store %x, %j[] : memref<i64>
    async.yield
  }
  %read_k = async.execute [%write] {
    %x = memref.load %i[] : memref<i64>
    memref.store %x, %k[] : memref<i64>
    async.yield
  }
  async.await %read_j : !async.token
  async.await %read_k : !async.token
  %x = memref.load %j[] : memref<i64>
  %y = memref.load %k[] : memref<i64>
  %r = arith.addi %x, %y : i64
  return %r : i64
}
