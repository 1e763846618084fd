// A product of matrices in the order i, k, j; a task computes a row.
// drb: DRB060-matrixmultiply-orig-no
// race: no
// run: @main() = 848 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloc() : memref<4x4xi64>
  %b = memref.alloc() : memref<4x4xi64>
  %c = memref.alloc() : memref<4x4xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %k0, %c[%i, %j] : memref<4x4xi64>
    }
  }
  %group = async.create_group %c4 : !async.group
  scf.for %i = %c0 to %c4 step %c1 {
    %task = async.execute {
      scf.for %j = %c0 to %c4 step %c1 {
        %u = arith.addi %i, %j : index
        %v = arith.addi %u, %c0 : index
        %x = arith.index_cast %v : index to i64
        memref.store %x, %a[%i, %j] : memref<4x4xi64>
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
        %u = arith.addi %i, %j : index
        %v = arith.addi %u, %c1 : index
        %x = arith.index_cast %v : index to i64
        memref.store %x, %b[%i, %j] : memref<4x4xi64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group2 : !async.token
  }
  async.await_all %group2
  %group3 = async.create_group %c4 : !async.group
  scf.for %i = %c0 to %c4 step %c1 {
    %task = async.execute {
      scf.for %k = %c0 to %c4 step %c1 {
        scf.for %j = %c0 to %c4 step %c1 {
          %x = memref.load %a[%i, %k] : memref<4x4xi64>
          %y = memref.load %b[%k, %j] : memref<4x4xi64>
          %z = memref.load %c[%i, %j] : memref<4x4xi64>
          %p = arith.muli %x, %y : i64
          %s = arith.addi %z, %p : i64
          memref.store %s, %c[%i, %j] : memref<4x4xi64>
        }
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group3 : !async.token
  }
  async.await_all %group3
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %k0) -> (i64) {
    %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%r = %s) -> (i64) {
      %x = memref.load %c[%i, %j] : memref<4x4xi64>
      %y = arith.addi %r, %x : i64
      scf.yield %y : i64
    }
    scf.yield %row : i64
  }
  memref.dealloc %a : memref<4x4xi64>
  memref.dealloc %b : memref<4x4xi64>
  memref.dealloc %c : memref<4x4xi64>
  return %r : i64
}
