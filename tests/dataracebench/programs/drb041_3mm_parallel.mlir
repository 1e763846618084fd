// Three products of matrices; a task computes a row, and each product is awaited before it is used.
// drb: DRB041-3mm-parallel-no
// race: no
// run: @main() = 447040 : i64
func.func @multiply(%a: memref<4x4xi64>, %b: memref<4x4xi64>, %c: memref<4x4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %group = async.create_group %c4 : !async.group
  scf.for %i = %c0 to %c4 step %c1 {
    %task = async.execute {
      scf.for %j = %c0 to %c4 step %c1 {
        memref.store %k0, %c[%i, %j] : memref<4x4xi64>
        scf.for %k = %c0 to %c4 step %c1 {
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
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  return
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloc() : memref<4x4xi64>
  %b = memref.alloc() : memref<4x4xi64>
  %c = memref.alloc() : memref<4x4xi64>
  %d = memref.alloc() : memref<4x4xi64>
  %e = memref.alloc() : memref<4x4xi64>
  %f = memref.alloc() : memref<4x4xi64>
  %g = memref.alloc() : memref<4x4xi64>
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
      scf.for %j = %c0 to %c4 step %c1 {
        %u = arith.addi %i, %j : index
        %v = arith.addi %u, %c2 : index
        %x = arith.index_cast %v : index to i64
        memref.store %x, %c[%i, %j] : memref<4x4xi64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group3 : !async.token
  }
  async.await_all %group3
  %group4 = async.create_group %c4 : !async.group
  scf.for %i = %c0 to %c4 step %c1 {
    %task = async.execute {
      scf.for %j = %c0 to %c4 step %c1 {
        %u = arith.addi %i, %j : index
        %v = arith.addi %u, %c3 : index
        %x = arith.index_cast %v : index to i64
        memref.store %x, %d[%i, %j] : memref<4x4xi64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group4 : !async.token
  }
  async.await_all %group4
  func.call @multiply(%a, %b, %e) : (memref<4x4xi64>, memref<4x4xi64>, memref<4x4xi64>) -> ()
  func.call @multiply(%c, %d, %f) : (memref<4x4xi64>, memref<4x4xi64>, memref<4x4xi64>) -> ()
  func.call @multiply(%e, %f, %g) : (memref<4x4xi64>, memref<4x4xi64>, memref<4x4xi64>) -> ()
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %k0) -> (i64) {
    %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%r = %s) -> (i64) {
      %x = memref.load %g[%i, %j] : memref<4x4xi64>
      %y = arith.addi %r, %x : i64
      scf.yield %y : i64
    }
    scf.yield %row : i64
  }
  memref.dealloc %a : memref<4x4xi64>
  memref.dealloc %b : memref<4x4xi64>
  memref.dealloc %c : memref<4x4xi64>
  memref.dealloc %d : memref<4x4xi64>
  memref.dealloc %e : memref<4x4xi64>
  memref.dealloc %f : memref<4x4xi64>
  memref.dealloc %g : memref<4x4xi64>
  return %r : i64
}
