// Within a row each element is computed from the one before it; a task has a row and goes along it in order.
// drb: DRB064-outeronly2-orig-no
// race: no
// run: @main() = 160 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %k0 = arith.constant 0 : i64
  %b = memref.alloc() : memref<5x4xi64>
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %row = arith.muli %i, %c4 : index
      %at = arith.addi %row, %j : index
      %v = arith.index_cast %at : index to i64
      memref.store %v, %b[%i, %j] : memref<5x4xi64>
    }
  }
  %group = async.create_group %c5 : !async.group
  scf.for %i = %c0 to %c5 step %c1 {
    %task = async.execute {
      scf.for %j = %c1 to %c4 step %c1 {
        %left = arith.subi %j, %c1 : index
        %x = memref.load %b[%i, %left] : memref<5x4xi64>
        memref.store %x, %b[%i, %j] : memref<5x4xi64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %k0) -> (i64) {
    %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%r = %s) -> (i64) {
      %x = memref.load %b[%i, %j] : memref<5x4xi64>
      %y = arith.addi %r, %x : i64
      scf.yield %y : i64
    }
    scf.yield %row : i64
  }
  memref.dealloc %b : memref<5x4xi64>
  return %r : i64
}
