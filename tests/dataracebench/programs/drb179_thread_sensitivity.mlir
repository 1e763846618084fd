// Iteration 1 writes the element of iteration 0 as well.
// The caller chooses how many chunks there are; if both are in one chunk, they are one task.
// drb: DRB179-thread-sensitivity-yes
// race: yes
// at: %a
// run: @main(10 : index)
// quiet: @main(5 : index)
func.func @main(%chunks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k1 = arith.constant 1 : i64
  %a = memref.alloc() : memref<10xi64>
  %size = arith.ceildivsi %c10, %chunks : index
  %group = async.create_group %chunks : !async.group
  scf.for %chunk = %c0 to %chunks step %c1 {
    %task = async.execute {
      %low = arith.muli %chunk, %size : index
      %end = arith.addi %low, %size : index
      %high = arith.minsi %end, %c10 : index
      scf.for %i = %low to %high step %c1 {
        %v = arith.index_cast %i : index to i64
        memref.store %v, %a[%i] : memref<10xi64>
        %second = arith.cmpi eq, %i, %c1 : index
        scf.if %second {
          memref.store %k1, %a[%c0] : memref<10xi64>
        }
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<10xi64>
  return
}
