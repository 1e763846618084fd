// Tasks print elements that were written before: the lines come in any order, and no memory races.
// drb: DRB049-fprintf-orig-no
// race: no
// run: @main() = 45 : i64
func.func private @printI64(i64)
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloc() : memref<10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<10xi64>
  }
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %x = memref.load %a[%i] : memref<10xi64>
      func.call @printI64(%x) : (i64) -> ()
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %a[%i] : memref<10xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %a : memref<10xi64>
  return %r : i64
}
