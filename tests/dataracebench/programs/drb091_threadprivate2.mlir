// Chunks of a loop add to copies of a variable, an element for each, and an element is used by one chunk only.
// drb: DRB091-threadprivate2-orig-no
// race: no
// run: @main() = 45 : i64
memref.global "private" @sum0 : memref<2xi64> = dense<0>
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %k0 = arith.constant 0 : i64
  %sum = memref.alloca() : memref<i64>
  memref.store %k0, %sum[] : memref<i64>
  %group = async.create_group %c2 : !async.group
  scf.for %chunk = %c0 to %c2 step %c1 {
    %task = async.execute {
      %sum0 = memref.get_global @sum0 : memref<2xi64>
      %low = arith.muli %chunk, %c5 : index
      %high = arith.addi %low, %c5 : index
      scf.for %i = %low to %high step %c1 {
        %v = arith.index_cast %i : index to i64
        %x = memref.load %sum0[%chunk] : memref<2xi64>
        %y = arith.addi %x, %v : i64
        memref.store %y, %sum0[%chunk] : memref<2xi64>
      }
      %x = memref.load %sum0[%chunk] : memref<2xi64>
      %old = memref.atomic_rmw addi %x, %sum[] : (i64, memref<i64>) -> i64
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = memref.load %sum[] : memref<i64>
  return %r : i64
}
