// Each task updates a row of a matrix with the row below it, which another task updates.
// drb: DRB003-antidep2-orig-yes
// race: yes
// at: %a
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %f0_5 = arith.constant 0.5 : f64
  %a = memref.alloc() : memref<6x6xf64>
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      memref.store %f0_5, %a[%i, %j] : memref<6x6xf64>
    }
  }
  %group = async.create_group %c5 : !async.group
  scf.for %i = %c0 to %c5 step %c1 {
    %task = async.execute {
      %below = arith.addi %i, %c1 : index
      scf.for %j = %c0 to %c6 step %c1 {
        %x = memref.load %a[%i, %j] : memref<6x6xf64>
        %y = memref.load %a[%below, %j] : memref<6x6xf64>
        %z = arith.addf %x, %y : f64
        memref.store %z, %a[%i, %j] : memref<6x6xf64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %a : memref<6x6xf64>
  return
}
