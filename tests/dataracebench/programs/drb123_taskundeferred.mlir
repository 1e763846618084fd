// One task launches ten that increment a variable, and awaits none of them before the next.
// drb: DRB123-taskundeferred-orig-yes
// race: yes
// at: %var
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %var = memref.alloca() : memref<i64>
  memref.store %k0, %var[] : memref<i64>
  %sections = async.execute {
    %group = async.create_group %c10 : !async.group
    scf.for %i = %c0 to %c10 step %c1 {
      %task = async.execute {
        %x = memref.load %var[] : memref<i64>
        %y = arith.addi %x, %k1 : i64
        memref.store %y, %var[] : memref<i64>
        async.yield
      }
      %rank = async.add_to_group %task, %group : !async.token
    }
    async.await_all %group
    async.yield
  }
  async.await %sections : !async.token
  return
}
