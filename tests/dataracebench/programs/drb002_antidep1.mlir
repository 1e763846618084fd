// Task i reads the element that task i + 1 writes; the caller chooses the length.
// drb: DRB002-antidep1-var-yes
// race: yes
// at: %a
// run: @main(16 : index)
// run: @main(3 : index)
// quiet: @main(2 : index)
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k1 = arith.constant 1 : i64
  %m = arith.subi %n, %c1 : index
  %a = memref.alloc(%n) : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<?xi64>
  }
  %group = async.create_group %m : !async.group
  scf.for %i = %c0 to %m step %c1 {
    %task = async.execute {
      %next = arith.addi %i, %c1 : index
      %x = memref.load %a[%next] : memref<?xi64>
      %y = arith.addi %x, %k1 : i64
      memref.store %y, %a[%i] : memref<?xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<?xi64>
  return
}
