// A task reads an element of an array while the loop that writes the array has not been awaited.
// drb: DRB013-nowait-orig-yes
// race: yes
// at: %a
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c20 = arith.constant 20 : index
  %k1 = arith.constant 1 : i64
  %k5 = arith.constant 5 : i64
  %a = memref.alloc() : memref<20xi64>
  %error = memref.alloca() : memref<i64>
  scf.for %i = %c0 to %c20 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<20xi64>
  }
  %group = async.create_group %c20 : !async.group
  scf.for %i = %c0 to %c20 step %c1 {
    %task = async.execute {
      %x = memref.load %a[%i] : memref<20xi64>
      %y = arith.muli %x, %k5 : i64
      %z = arith.addi %y, %k5 : i64
      memref.store %z, %a[%i] : memref<20xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  %single = async.execute {
    %x = memref.load %a[%c9] : memref<20xi64>
    %y = arith.addi %x, %k1 : i64
    memref.store %y, %error[] : memref<i64>
    async.yield
  }
  async.await_all %group
  async.await %single : !async.token
  memref.dealloc %a : memref<20xi64>
  return
}
