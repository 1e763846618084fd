// Only one of the tasks of a region increments the variable.
// drb: DRB077-single-orig-no
// race: no
// run: @main() = 1 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %count = memref.alloca() : memref<i64>
  memref.store %k0, %count[] : memref<i64>
  %group = async.create_group %c4 : !async.group
  scf.for %thread = %c0 to %c4 step %c1 {
    %task = async.execute {
      %single = arith.cmpi eq, %thread, %c2 : index
      scf.if %single {
        %x = memref.load %count[] : memref<i64>
        %y = arith.addi %x, %k1 : i64
        memref.store %y, %count[] : memref<i64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = memref.load %count[] : memref<i64>
  return %r : i64
}
