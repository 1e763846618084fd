// All tasks add 1 to a variable atomically.
// drb: DRB108-atomic-orig-no
// race: no
// run: @main() = 4 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %a = memref.alloca() : memref<i64>
  memref.store %k0, %a[] : memref<i64>
  %group = async.create_group %c4 : !async.group
  scf.for %thread = %c0 to %c4 step %c1 {
    %task = async.execute {
      %old = memref.atomic_rmw addi %k1, %a[] : (i64, memref<i64>) -> i64
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = memref.load %a[] : memref<i64>
  return %r : i64
}
