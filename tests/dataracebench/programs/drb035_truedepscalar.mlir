// A variable carries a value from one task to the next, and nothing orders the tasks.
// drb: DRB035-truedepscalar-orig-yes
// race: yes
// at: %carried
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k10 = arith.constant 10 : i64
  %a = memref.alloc() : memref<10xi64>
  %carried = memref.alloca() : memref<i64>
  memref.store %k10, %carried[] : memref<i64>
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %x = memref.load %carried[] : memref<i64>
      memref.store %x, %a[%i] : memref<10xi64>
      %v = arith.index_cast %i : index to i64
      %y = arith.addi %x, %v : i64
      memref.store %y, %carried[] : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<10xi64>
  return
}
