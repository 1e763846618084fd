// One of the tasks of a region sets a variable that all of them read, with no barrier between.
// drb: DRB124-master-orig-yes
// race: yes
// at: %init
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %k10 = arith.constant 10 : i64
  %init = memref.alloca() : memref<i64>
  memref.store %k0, %init[] : memref<i64>
  %group = async.create_group %c4 : !async.group
  scf.for %thread = %c0 to %c4 step %c1 {
    %task = async.execute {
      %master = arith.cmpi eq, %thread, %c0 : index
      scf.if %master {
        memref.store %k10, %init[] : memref<i64>
      }
      %local = memref.alloca() : memref<i64>
      %x = memref.load %init[] : memref<i64>
      memref.store %x, %local[] : memref<i64>
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  return
}
