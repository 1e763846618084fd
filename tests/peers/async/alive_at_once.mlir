// So many tasks wait for one token at once; then each counts as one.
// run: @main(1000 : index) = 1000 : i64
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %count = memref.alloc() : memref<i64>
  %zero = arith.constant 0 : i64
  memref.store %zero, %count[] : memref<i64>
  %gate = async.runtime.create : !async.token
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute [%gate] {
      %before = memref.atomic_rmw addi %one, %count[] : (i64, memref<i64>) -> i64
      async.yield
    }
    %rank = async.add_to_group %t, %group : !async.token
  }
  async.runtime.set_available %gate : !async.token
  async.await_all %group
  %r = memref.load %count[] : memref<i64>
  memref.dealloc %count : memref<i64>
  return %r : i64
}
