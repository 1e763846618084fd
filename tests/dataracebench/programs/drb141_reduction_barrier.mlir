// One task sets the variable to 0, and is awaited before all tasks of the region reduce into it.
// drb: DRB141-reduction-barrier-orig-no
// race: no
// run: @main() = 45 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloca() : memref<i64>
  %master = async.execute {
    memref.store %k0, %a[] : memref<i64>
    async.yield
  }
  async.await %master : !async.token
  %group = async.create_group %c2 : !async.group
  scf.for %thread = %c0 to %c2 step %c1 {
    %task = async.execute {
      %low = arith.muli %thread, %c5 : index
      %high = arith.addi %low, %c5 : index
      %own = scf.for %i = %low to %high step %c1 iter_args(%s = %k0) -> (i64) {
        %v = arith.index_cast %i : index to i64
        %n = arith.addi %s, %v : i64
        scf.yield %n : i64
      }
      %old = memref.atomic_rmw addi %own, %a[] : (i64, memref<i64>) -> i64
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = memref.load %a[] : memref<i64>
  return %r : i64
}
