// Task i reads element i and writes element 2 i + 1, which is another task's element.
// drb: DRB033-truedeplinear-orig-yes
// race: yes
// at: %a
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %c40 = arith.constant 40 : index
  %k1 = arith.constant 1 : i64
  %a = memref.alloc() : memref<40xi64>
  scf.for %i = %c0 to %c40 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<40xi64>
  }
  %group = async.create_group %c20 : !async.group
  scf.for %i = %c0 to %c20 step %c1 {
    %task = async.execute {
      %x = memref.load %a[%i] : memref<40xi64>
      %y = arith.addi %x, %k1 : i64
      %double = arith.muli %i, %c2 : index
      %at = arith.addi %double, %c1 : index
      memref.store %y, %a[%at] : memref<40xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<40xi64>
  return
}
