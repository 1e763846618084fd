// Each task computes a row of a matrix from the row above it, which another task computes.
// drb: DRB031-truedepfirstdimension-orig-yes
// race: yes
// at: %b
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %f0_5 = arith.constant 0.5 : f64
  %b = memref.alloc() : memref<6x6xf64>
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      memref.store %f0_5, %b[%i, %j] : memref<6x6xf64>
    }
  }
  %group = async.create_group %c5 : !async.group
  scf.for %i = %c1 to %c6 step %c1 {
    %task = async.execute {
      %above = arith.subi %i, %c1 : index
      scf.for %j = %c1 to %c6 step %c1 {
        %left = arith.subi %j, %c1 : index
        %x = memref.load %b[%above, %left] : memref<6x6xf64>
        memref.store %x, %b[%i, %j] : memref<6x6xf64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %b : memref<6x6xf64>
  return
}
