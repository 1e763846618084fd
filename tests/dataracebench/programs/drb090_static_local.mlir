// The tasks of a loop share a variable for an intermediate value.
// Those of a second loop have one each, and do not race.
// drb: DRB090-static-local-orig-yes
// race: yes
// at: %shared
// run: @main()
memref.global "private" @temporary : memref<i64> = dense<0>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %a = memref.alloc() : memref<10xi64>
  %b = memref.alloc() : memref<10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<10xi64>
  }
  scf.for %i = %c0 to %c10 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %b[%i] : memref<10xi64>
  }
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %shared = memref.get_global @temporary : memref<i64>
      %x = memref.load %a[%i] : memref<10xi64>
      %v = arith.index_cast %i : index to i64
      %y = arith.addi %x, %v : i64
      memref.store %y, %shared[] : memref<i64>
      %z = memref.load %shared[] : memref<i64>
      memref.store %z, %a[%i] : memref<10xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %group2 = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %own = memref.alloca() : memref<i64>
      %x = memref.load %b[%i] : memref<10xi64>
      %v = arith.index_cast %i : index to i64
      %y = arith.addi %x, %v : i64
      memref.store %y, %own[] : memref<i64>
      %z = memref.load %own[] : memref<i64>
      memref.store %z, %b[%i] : memref<10xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group2 : !async.token
  }
  async.await_all %group2
  memref.dealloc %a : memref<10xi64>
  memref.dealloc %b : memref<10xi64>
  return
}
