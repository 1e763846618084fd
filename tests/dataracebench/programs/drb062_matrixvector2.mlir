// A matrix times a vector: each product of a row is a task, with an element of its own for the result.
// drb: DRB062-matrixvector2-orig-no
// race: no
// run: @main() = 92 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloc() : memref<4x4xi64>
  %vector = memref.alloc() : memref<4xi64>
  %out = memref.alloc() : memref<4xi64>
  %parts = memref.alloc() : memref<4xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %vector[%i] : memref<4xi64>
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
  scf.for %i = %c0 to %c4 step %c1 {
    %group2 = async.create_group %c4 : !async.group
    scf.for %j = %c0 to %c4 step %c1 {
      %task = async.execute {
        %x = memref.load %a[%i, %j] : memref<4x4xi64>
        %y = memref.load %vector[%j] : memref<4xi64>
        %p = arith.muli %x, %y : i64
        memref.store %p, %parts[%j] : memref<4xi64>
        async.yield
      }
      %rank = async.add_to_group %task, %group2 : !async.token
    }
    async.await_all %group2
    %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %k0) -> (i64) {
      %x = memref.load %parts[%j] : memref<4xi64>
      %n = arith.addi %s, %x : i64
      scf.yield %n : i64
    }
    memref.store %dot, %out[%i] : memref<4xi64>
  }
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %out[%i] : memref<4xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %a : memref<4x4xi64>
  memref.dealloc %vector : memref<4xi64>
  memref.dealloc %out : memref<4xi64>
  memref.dealloc %parts : memref<4xi64>
  return %r : i64
}
