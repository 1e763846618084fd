// The loop that writes an array is awaited before a task reads one of its elements.
// drb: DRB104-nowait-barrier-orig-no
// race: no
// run: @main() = 51 : i64
func.func @main() -> i64 {
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
  async.await_all %group
  %single = async.execute {
    %x = memref.load %a[%c9] : memref<20xi64>
    %y = arith.addi %x, %k1 : i64
    memref.store %y, %error[] : memref<i64>
    async.yield
  }
  async.await %single : !async.token
  %r = memref.load %error[] : memref<i64>
  memref.dealloc %a : memref<20xi64>
  return %r : i64
}
