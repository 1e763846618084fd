// The only section of a region opens another, of which one task increments a variable; both are awaited.
// drb: DRB139-worksharingcritical-orig-no
// race: no
// run: @main() = 2 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i64
  %i = memref.alloca() : memref<i64>
  memref.store %k1, %i[] : memref<i64>
  %section = async.execute {
    %group = async.create_group %c4 : !async.group
    scf.for %thread = %c0 to %c4 step %c1 {
      %task = async.execute {
        %single = arith.cmpi eq, %thread, %c0 : index
        scf.if %single {
          %x = memref.load %i[] : memref<i64>
          %y = arith.addi %x, %k1 : i64
          memref.store %y, %i[] : memref<i64>
        }
        async.yield
      }
      %rank = async.add_to_group %task, %group : !async.token
    }
    async.await_all %group
    async.yield
  }
  async.await %section : !async.token
  %r = memref.load %i[] : memref<i64>
  return %r : i64
}
