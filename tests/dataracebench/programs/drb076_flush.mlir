// A function sets a variable to which it gets a reference; each task has a variable of its own.
// drb: DRB076-flush-orig-no
// race: no
// run: @main() = 4 : i64
func.func @set(%q: memref<i64>) {
  %k1 = arith.constant 1 : i64
  memref.store %k1, %q[] : memref<i64>
  return
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %sum = memref.alloca() : memref<i64>
  memref.store %k0, %sum[] : memref<i64>
  %group = async.create_group %c4 : !async.group
  scf.for %thread = %c0 to %c4 step %c1 {
    %task = async.execute {
      %i = memref.alloc() : memref<i64>
      func.call @set(%i) : (memref<i64>) -> ()
      %x = memref.load %i[] : memref<i64>
      %old = memref.atomic_rmw addi %x, %sum[] : (i64, memref<i64>) -> i64
      memref.dealloc %i : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = memref.load %sum[] : memref<i64>
  return %r : i64
}
