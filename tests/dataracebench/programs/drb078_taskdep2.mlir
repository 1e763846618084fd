// The first of two tasks takes longer; the second, which writes the same variable, depends on it all the same.
// drb: DRB078-taskdep2-orig-no
// race: no
// run: @main() = 2 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %i = memref.alloca() : memref<i64>
  memref.store %k0, %i[] : memref<i64>
  %region = async.execute {
    %first = async.execute {
      %slow = scf.for %n = %c0 to %c50 step %c1 iter_args(%s = %k0) -> (i64) {
        %t = arith.addi %s, %k1 : i64
        scf.yield %t : i64
      }
      memref.store %k1, %i[] : memref<i64>
      async.yield
    }
    %second = async.execute [%first] {
      memref.store %k2, %i[] : memref<i64>
      async.yield
    }
    async.await %second : !async.token
    async.yield
  }
  async.await %region : !async.token
  %r = memref.load %i[] : memref<i64>
  return %r : i64
}
