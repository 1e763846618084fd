// A row is updated with the row below it; the rows come one after the other, a task has an element.
// drb: DRB053-inneronly1-orig-no
// race: no
// run: @main() = 80 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloc() : memref<5x4xi64>
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %v = arith.index_cast %i : index to i64
      memref.store %v, %a[%i, %j] : memref<5x4xi64>
    }
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %below = arith.addi %i, %c1 : index
    %group = async.create_group %c4 : !async.group
    scf.for %j = %c0 to %c4 step %c1 {
      %task = async.execute {
        %x = memref.load %a[%i, %j] : memref<5x4xi64>
        %y = memref.load %a[%below, %j] : memref<5x4xi64>
        %z = arith.addi %x, %y : i64
        memref.store %z, %a[%i, %j] : memref<5x4xi64>
        async.yield
      }
      %rank = async.add_to_group %task, %group : !async.token
    }
    async.await_all %group
  }
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %k0) -> (i64) {
    %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%r = %s) -> (i64) {
      %x = memref.load %a[%i, %j] : memref<5x4xi64>
      %y = arith.addi %r, %x : i64
      scf.yield %y : i64
    }
    scf.yield %row : i64
  }
  memref.dealloc %a : memref<5x4xi64>
  return %r : i64
}
