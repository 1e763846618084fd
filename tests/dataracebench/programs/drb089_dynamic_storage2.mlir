// Two tasks increment an element of allocated memory.
// drb: DRB089-dynamic-storage2-orig-yes
// race: yes
// at: %counter
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %counter = memref.alloc() : memref<i64>
  memref.store %k0, %counter[] : memref<i64>
  %group = async.create_group %c2 : !async.group
  scf.for %thread = %c0 to %c2 step %c1 {
    %task = async.execute {
      %x = memref.load %counter[] : memref<i64>
      %y = arith.addi %x, %k1 : i64
      memref.store %y, %counter[] : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %counter : memref<i64>
  return
}
