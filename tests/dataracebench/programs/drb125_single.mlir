// One task sets a variable, and is awaited before all tasks of the region read it.
// drb: DRB125-single-orig-no
// race: no
// run: @main() = 40 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %k10 = arith.constant 10 : i64
  %init = memref.alloca() : memref<i64>
  %local = memref.alloc() : memref<4xi64>
  %single = async.execute {
    memref.store %k10, %init[] : memref<i64>
    async.yield
  }
  async.await %single : !async.token
  %group = async.create_group %c4 : !async.group
  scf.for %thread = %c0 to %c4 step %c1 {
    %task = async.execute {
      %x = memref.load %init[] : memref<i64>
      memref.store %x, %local[%thread] : memref<4xi64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %k0) -> (i64) {
    %x = memref.load %local[%i] : memref<4xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %local : memref<4xi64>
  return %r : i64
}
