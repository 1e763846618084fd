// A function changes its copy of a value; two tasks call it.
// drb: DRB081-func-arg-orig-no
// race: no
// run: @main() = 0 : i64
func.func @increment(%q: i64) {
  %k1 = arith.constant 1 : i64
  %own = memref.alloca() : memref<i64>
  memref.store %q, %own[] : memref<i64>
  %x = memref.load %own[] : memref<i64>
  %y = arith.addi %x, %k1 : i64
  memref.store %y, %own[] : memref<i64>
  return
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k0 = arith.constant 0 : i64
  %i = memref.alloca() : memref<i64>
  memref.store %k0, %i[] : memref<i64>
  %group = async.create_group %c2 : !async.group
  scf.for %thread = %c0 to %c2 step %c1 {
    %task = async.execute {
      %x = memref.load %i[] : memref<i64>
      func.call @increment(%x) : (i64) -> ()
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = memref.load %i[] : memref<i64>
  return %r : i64
}
