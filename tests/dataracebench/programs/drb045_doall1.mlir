// Each task increments an element of its own.
// drb: DRB045-doall1-orig-no
// race: no
// run: @main() = 210 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %a = memref.alloc() : memref<20xi64>
  scf.for %i = %c0 to %c20 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<20xi64>
  }
  %group = async.create_group %c20 : !async.group
  scf.for %i = %c0 to %c20 step %c1 {
    %task = async.execute {
      %x = memref.load %a[%i] : memref<20xi64>
      %y = arith.addi %x, %k1 : i64
      memref.store %y, %a[%i] : memref<20xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = scf.for %i = %c0 to %c20 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %a[%i] : memref<20xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %a : memref<20xi64>
  return %r : i64
}
