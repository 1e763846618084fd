// All tasks read element 0, which the first of them writes.
// drb: DRB039-truedepsingleelement-orig-yes
// race: yes
// at: %a
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k2 = arith.constant 2 : i64
  %a = memref.alloc() : memref<10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    memref.store %k2, %a[%i] : memref<10xi64>
  }
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %x = memref.load %a[%i] : memref<10xi64>
      %first = memref.load %a[%c0] : memref<10xi64>
      %y = arith.addi %x, %first : i64
      memref.store %y, %a[%i] : memref<10xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<10xi64>
  return
}
