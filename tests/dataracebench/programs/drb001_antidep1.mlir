// Task i reads the element that task i + 1 writes.
// No order holds the write back until the read is over (an antidependence).
// drb: DRB001-antidep1-orig-yes
// race: yes
// at: %a
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c19 = arith.constant 19 : index
  %c20 = arith.constant 20 : index
  %k1 = arith.constant 1 : i64
  %a = memref.alloc() : memref<20xi64>
  scf.for %i = %c0 to %c20 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<20xi64>
  }
  %group = async.create_group %c19 : !async.group
  scf.for %i = %c0 to %c19 step %c1 {
    %task = async.execute {
      %next = arith.addi %i, %c1 : index
      %x = memref.load %a[%next] : memref<20xi64>
      %y = arith.addi %x, %k1 : i64
      memref.store %y, %a[%i] : memref<20xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<20xi64>
  return
}
