// The tasks share a variable for an intermediate value; the caller chooses how many tasks there are.
// drb: DRB020-privatemissing-var-yes
// race: yes
// at: %temporary
// run: @main(10 : index)
// quiet: @main(1 : index)
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<?xi64>
  }
  %temporary = memref.alloca() : memref<i64>
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %task = async.execute {
      %x = memref.load %a[%i] : memref<?xi64>
      %v = arith.index_cast %i : index to i64
      %y = arith.addi %x, %v : i64
      memref.store %y, %temporary[] : memref<i64>
      %z = memref.load %temporary[] : memref<i64>
      memref.store %z, %a[%i] : memref<?xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<?xi64>
  return
}
