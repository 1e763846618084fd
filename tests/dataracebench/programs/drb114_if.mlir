// Task i reads what task i - 1 writes.
// An argument says whether the tasks run side by side, or each is awaited at once.
// drb: DRB114-if-orig-yes
// race: yes
// at: %a
// run: @main(1 : i1)
// quiet: @main(0 : i1)
func.func @main(%parallel: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %k1 = arith.constant 1 : i64
  %a = memref.alloc() : memref<10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<10xi64>
  }
  %group = async.create_group %c9 : !async.group
  scf.for %i = %c0 to %c9 step %c1 {
    %step = async.execute {
      %x = memref.load %a[%i] : memref<10xi64>
      %y = arith.addi %x, %k1 : i64
      %next = arith.addi %i, %c1 : index
      memref.store %y, %a[%next] : memref<10xi64>
      async.yield
    }
    %rank = async.add_to_group %step, %group : !async.token
    scf.if %parallel {
    } else {
      async.await %step : !async.token
    }
  }
  async.await_all %group
  memref.dealloc %a : memref<10xi64>
  return
}
