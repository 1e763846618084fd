// Two tasks write different values to one variable.
// drb: DRB023-sections1-orig-yes
// race: yes
// at: %i
// run: @main()
func.func @main() {
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %k2 = arith.constant 2 : i64
  %i = memref.alloca() : memref<i64>
  memref.store %k0, %i[] : memref<i64>
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
  return
}
