// Tasks that were meant to go one after the other increment a variable, and nothing orders them.
// drb: DRB109-orderedmissing-orig-yes
// race: yes
// at: %x
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %x = memref.alloca() : memref<i64>
  memref.store %k0, %x[] : memref<i64>
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %v = memref.load %x[] : memref<i64>
      %w = arith.addi %v, %k1 : i64
      memref.store %w, %x[] : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  return
}
