// Two loops over the rows of two matrices, one after the other; each task has a row.
// drb: DRB113-default-orig-no
// race: no
// run: @main() = 32 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %a = memref.alloc() : memref<4x4xi64>
  %b = memref.alloc() : memref<4x4xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %k0, %a[%i, %j] : memref<4x4xi64>
    }
  }
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %k0, %b[%i, %j] : memref<4x4xi64>
    }
  }
  %group = async.create_group %c4 : !async.group
  scf.for %i = %c0 to %c4 step %c1 {
    %task = async.execute {
      scf.for %j = %c0 to %c4 step %c1 {
        %x = memref.load %a[%i, %j] : memref<4x4xi64>
        %y = arith.addi %x, %k1 : i64
        memref.store %y, %a[%i, %j] : memref<4x4xi64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %group2 = async.create_group %c4 : !async.group
  scf.for %i = %c0 to %c4 step %c1 {
    %task = async.execute {
      scf.for %j = %c0 to %c4 step %c1 {
        %x = memref.load %b[%i, %j] : memref<4x4xi64>
        %y = arith.addi %x, %k1 : i64
        memref.store %y, %b[%i, %j] : memref<4x4xi64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group2 : !async.token
  }
  async.await_all %group2
  %first = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %k0) -> (i64) {
    %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%r = %s) -> (i64) {
      %x = memref.load %a[%i, %j] : memref<4x4xi64>
      %y = arith.addi %r, %x : i64
      scf.yield %y : i64
    }
    scf.yield %row : i64
  }
  %second = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %k0) -> (i64) {
    %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%r = %s) -> (i64) {
      %x = memref.load %b[%i, %j] : memref<4x4xi64>
      %y = arith.addi %r, %x : i64
      scf.yield %y : i64
    }
    scf.yield %row : i64
  }
  %r = arith.addi %first, %second : i64
  memref.dealloc %a : memref<4x4xi64>
  memref.dealloc %b : memref<4x4xi64>
  return %r : i64
}
