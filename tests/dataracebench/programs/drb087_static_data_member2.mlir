// The tasks themselves increment a shared counter of a class, beside a counter of their own.
// drb: DRB087-static-data-member2-orig-yes
// race: yes
// at: %counter
// run: @main()
memref.global "private" @counter : memref<i64> = dense<0>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %group = async.create_group %c2 : !async.group
  scf.for %thread = %c0 to %c2 step %c1 {
    %task = async.execute {
      %own = memref.alloca() : memref<i64>
      memref.store %k0, %own[] : memref<i64>
      %counter = memref.get_global @counter : memref<i64>
      %x = memref.load %counter[] : memref<i64>
      %y = arith.addi %x, %k1 : i64
      memref.store %y, %counter[] : memref<i64>
      %u = memref.load %own[] : memref<i64>
      %v = arith.addi %u, %k1 : i64
      memref.store %v, %own[] : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  return
}
