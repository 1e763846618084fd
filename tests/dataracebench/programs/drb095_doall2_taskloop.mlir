// A task launches one task for each row; the counter of the inner loop is a variable that all of them share.
// drb: DRB095-doall2-taskloop-orig-yes
// race: yes
// at: %j
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %k4 = arith.constant 4 : i64
  %a = memref.alloc() : memref<4x4xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %k0, %a[%i, %j] : memref<4x4xi64>
    }
  }
  %single = async.execute {
    %j = memref.alloca() : memref<i64>
    %group = async.create_group %c4 : !async.group
    scf.for %i = %c0 to %c4 step %c1 {
      %task = async.execute {
        memref.store %k0, %j[] : memref<i64>
        scf.while : () -> () {
          %n = memref.load %j[] : memref<i64>
          %go = arith.cmpi slt, %n, %k4 : i64
          scf.condition(%go)
        } do {
          %n = memref.load %j[] : memref<i64>
          %at = arith.index_cast %n : i64 to index
          %x = memref.load %a[%i, %at] : memref<4x4xi64>
          %y = arith.addi %x, %k1 : i64
          memref.store %y, %a[%i, %at] : memref<4x4xi64>
          %m = memref.load %j[] : memref<i64>
          %next = arith.addi %m, %k1 : i64
          memref.store %next, %j[] : memref<i64>
          scf.yield
        }
        async.yield
      }
      %rank = async.add_to_group %task, %group : !async.token
    }
    async.await_all %group
    async.yield
  }
  async.await %single : !async.token
  memref.dealloc %a : memref<4x4xi64>
  return
}
