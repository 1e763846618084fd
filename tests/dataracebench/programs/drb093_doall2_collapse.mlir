// A task for each element of a matrix: the two loops are one.
// drb: DRB093-doall2-collapse-orig-no
// race: no
// run: @main() = 16 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %a = memref.alloc() : memref<4x4xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %k0, %a[%i, %j] : memref<4x4xi64>
    }
  }
  %group = async.create_group %c16 : !async.group
  scf.for %n = %c0 to %c16 step %c1 {
    %task = async.execute {
      %i = arith.divsi %n, %c4 : index
      %j = arith.remsi %n, %c4 : index
      %x = memref.load %a[%i, %j] : memref<4x4xi64>
      %y = arith.addi %x, %k1 : i64
      memref.store %y, %a[%i, %j] : memref<4x4xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %k0) -> (i64) {
    %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%r = %s) -> (i64) {
      %x = memref.load %a[%i, %j] : memref<4x4xi64>
      %y = arith.addi %r, %x : i64
      scf.yield %y : i64
    }
    scf.yield %row : i64
  }
  memref.dealloc %a : memref<4x4xi64>
  return %r : i64
}
