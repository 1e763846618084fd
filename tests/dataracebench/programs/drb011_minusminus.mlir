// Tasks count down one variable without protection, where a condition on their element holds.
// drb: DRB011-minusminus-orig-yes
// race: yes
// at: %nodes
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %k0 = arith.constant 0 : i64
  %k1 = arith.constant 1 : i64
  %k5 = arith.constant 5 : i64
  %km5 = arith.constant -5 : i64
  %x = memref.alloc() : memref<10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    %half = arith.remsi %i, %c2 : index
    %even = arith.cmpi eq, %half, %c0 : index
    %v = arith.select %even, %k5, %km5 : i64
    memref.store %v, %x[%i] : memref<10xi64>
  }
  %nodes = memref.alloca() : memref<i64>
  memref.store %k0, %nodes[] : memref<i64>
  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      %v = memref.load %x[%i] : memref<10xi64>
      %take = arith.cmpi sle, %v, %k0 : i64
      scf.if %take {
        %n = memref.load %nodes[] : memref<i64>
        %m = arith.subi %n, %k1 : i64
        memref.store %m, %nodes[] : memref<i64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %x : memref<10xi64>
  return
}
