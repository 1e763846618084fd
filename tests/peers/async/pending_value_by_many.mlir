// So many tasks wait for one value that is pending.
// run: @main(10000 : index) = 70000 : i64
async.func @waits(%v: !async.value<i64>, %sum: memref<i64>) -> !async.token {
  %x = async.await %v : !async.value<i64>
  %before = memref.atomic_rmw addi %x, %sum[] : (i64, memref<i64>) -> i64
  async.return
}
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %seven = arith.constant 7 : i64
  %sum = memref.alloc() : memref<i64>
  memref.store %zero, %sum[] : memref<i64>
  %gate = async.runtime.create : !async.token
  %t, %v = async.execute [%gate] -> !async.value<i64> {
    async.yield %seven : i64
  }
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %w = async.call @waits(%v, %sum) : (!async.value<i64>, memref<i64>) -> !async.token
    %rank = async.add_to_group %w, %group : !async.token
  }
  async.runtime.set_available %gate : !async.token
  async.await_all %group
  %r = memref.load %sum[] : memref<i64>
  memref.dealloc %sum : memref<i64>
  return %r : i64
}
