// The index at which a task writes is a counter that all tasks increment.
// drb: DRB018-plusplus-orig-yes
// race: yes
// at: %length
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %input = memref.alloc() : memref<10xi64>
  %output = memref.alloc() : memref<10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %input[%i] : memref<10xi64>
  }
  %length = memref.alloca() : memref<i64>
  memref.store %k0, %length[] : memref<i64>
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %x = memref.load %input[%i] : memref<10xi64>
      %n = memref.load %length[] : memref<i64>
      %next = arith.addi %n, %k1 : i64
      memref.store %next, %length[] : memref<i64>
      %at = arith.index_cast %n : i64 to index
      memref.store %x, %output[%at] : memref<10xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %input : memref<10xi64>
  memref.dealloc %output : memref<10xi64>
  return
}
