// Each task writes a byte of its own; that they lie in one word is no race.
// drb: DRB047-doallchar-orig-no
// race: no
// run: @main() = 45 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %a = memref.alloc() : memref<10xi8>
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %v = arith.index_cast %i : index to i8
      memref.store %v, %a[%i] : memref<10xi8>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %a[%i] : memref<10xi8>
    %w = arith.extsi %x : i8 to i64
    %y = arith.addi %s, %w : i64
    scf.yield %y : i64
  }
  memref.dealloc %a : memref<10xi8>
  return %r : i64
}
