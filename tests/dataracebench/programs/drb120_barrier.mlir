// In each of two regions one task increments a variable, and the first is awaited before the second.
// drb: DRB120-barrier-orig-no
// race: no
// run: @main() = 2 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %var = memref.alloca() : memref<i64>
  memref.store %k0, %var[] : memref<i64>
  %group = async.create_group %c4 : !async.group
  scf.for %thread = %c0 to %c4 step %c1 {
    %task = async.execute {
      %single = arith.cmpi eq, %thread, %c1 : index
      scf.if %single {
        %x = memref.load %var[] : memref<i64>
        %y = arith.addi %x, %k1 : i64
        memref.store %y, %var[] : memref<i64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %group2 = async.create_group %c4 : !async.group
  scf.for %thread = %c0 to %c4 step %c1 {
    %task = async.execute {
      %single = arith.cmpi eq, %thread, %c3 : index
      scf.if %single {
        %x = memref.load %var[] : memref<i64>
        %y = arith.addi %x, %k1 : i64
        memref.store %y, %var[] : memref<i64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group2 : !async.token
  }
  async.await_all %group2
  %r = memref.load %var[] : memref<i64>
  return %r : i64
}
