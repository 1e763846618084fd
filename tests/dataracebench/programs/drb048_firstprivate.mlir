// Each task adds a value that it captured when it was launched.
// drb: DRB048-firstprivate-orig-no
// race: no
// run: @main() = 115 : i64
func.func @add_all(%a: memref<10xi64>, %g: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %x = memref.load %a[%i] : memref<10xi64>
      %y = arith.addi %x, %g : i64
      memref.store %y, %a[%i] : memref<10xi64>
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
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %k7 = arith.constant 7 : i64
  %a = memref.alloc() : memref<10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<10xi64>
  }
  func.call @add_all(%a, %k7) : (memref<10xi64>, i64) -> ()
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %a[%i] : memref<10xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %a : memref<10xi64>
  return %r : i64
}
