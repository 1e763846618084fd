// One task launches ten that increment a variable, and awaits each before the next.
// drb: DRB122-taskundeferred-orig-no
// race: no
// run: @main() = 10 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %var = memref.alloc() : memref<i64>
  memref.store %k0, %var[] : memref<i64>
  %sections = async.execute {
    scf.for %i = %c0 to %c10 step %c1 {
      %increment = async.execute {
        %x = memref.load %var[] : memref<i64>
        %y = arith.addi %x, %k1 : i64
        memref.store %y, %var[] : memref<i64>
        async.yield
      }
      async.await %increment : !async.token
    }
    async.yield
  }
  async.await %sections : !async.token
  %r = memref.load %var[] : memref<i64>
  memref.dealloc %var : memref<i64>
  return %r : i64
}
