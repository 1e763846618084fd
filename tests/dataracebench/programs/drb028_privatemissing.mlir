// Ten tasks share a variable for an intermediate value.
// drb: DRB028-privatemissing-orig-yes
// race: yes
// at: %temporary
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %a = memref.alloc() : memref<10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<10xi64>
  }
  %temporary = memref.alloca() : memref<i64>
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %x = memref.load %a[%i] : memref<10xi64>
      %v = arith.index_cast %i : index to i64
      %y = arith.addi %x, %v : i64
      memref.store %y, %temporary[] : memref<i64>
      %z = memref.load %temporary[] : memref<i64>
      memref.store %z, %a[%i] : memref<10xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<10xi64>
  return
}
