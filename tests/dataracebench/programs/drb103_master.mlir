// One task of a region writes a variable, and the others do not touch it.
// drb: DRB103-master-orig-no
// race: no
// run: @main() = 4 : i64
func.func private @printI64(i64)
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k4 = arith.constant 4 : i64
  %k = memref.alloca() : memref<i64>
  %group = async.create_group %c4 : !async.group
  scf.for %thread = %c0 to %c4 step %c1 {
    %task = async.execute {
      %master = arith.cmpi eq, %thread, %c0 : index
      scf.if %master {
        memref.store %k4, %k[] : memref<i64>
        %x = memref.load %k[] : memref<i64>
        func.call @printI64(%x) : (i64) -> ()
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  %r = memref.load %k[] : memref<i64>
  return %r : i64
}
