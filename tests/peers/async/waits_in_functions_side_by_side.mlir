// More tasks than there are workers call a function that waits for a task.
// run: @main(5000 : index) = 12497500 : i64
// mlir: no, with all threads in @waits none is left to run what they wait for
func.func @waits(%n: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    async.yield %n : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %sum = memref.alloc() : memref<i64>
  memref.store %zero, %sum[] : memref<i64>
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %k = arith.index_cast %i : index to i64
      %x = func.call @waits(%k) : (i64) -> i64
      %before = memref.atomic_rmw addi %x, %sum[] : (i64, memref<i64>) -> i64
      async.yield
    }
    %rank = async.add_to_group %t, %group : !async.token
  }
  async.await_all %group
  %r = memref.load %sum[] : memref<i64>
  memref.dealloc %sum : memref<i64>
  return %r : i64
}
