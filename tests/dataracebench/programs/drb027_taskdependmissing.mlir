// Tasks that a task launches write one variable, and neither depends on the other.
// drb: DRB027-taskdependmissing-orig-yes
// race: yes
// at: %i
// run: @main()
func.func @main() {
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %i = memref.alloca() : memref<i64>
  memref.store %k0, %i[] : memref<i64>
  %region = async.execute {
    %first = async.execute {
      memref.store %k1, %i[] : memref<i64>
      async.yield
    }
    %second = async.execute {
      memref.store %k2, %i[] : memref<i64>
      async.yield
    }
    async.await %first : !async.token
    async.await %second : !async.token
    async.yield
  }
  async.await %region : !async.token
  return
}
