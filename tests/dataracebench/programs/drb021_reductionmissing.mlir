// Tasks add squares into one variable, each with a load and a store.
// drb: DRB021-reductionmissing-orig-yes
// race: yes
// at: %sum
// run: @main()
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %f0 = arith.constant 0.0 : f64
  %f0_5 = arith.constant 0.5 : f64
  %u = memref.alloc() : memref<5x5xf64>
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      memref.store %f0_5, %u[%i, %j] : memref<5x5xf64>
    }
  }
  %sum = memref.alloca() : memref<f64>
  memref.store %f0, %sum[] : memref<f64>
  %group = async.create_group %c5 : !async.group
  scf.for %i = %c0 to %c5 step %c1 {
    %task = async.execute {
      scf.for %j = %c0 to %c5 step %c1 {
        %x = memref.load %u[%i, %j] : memref<5x5xf64>
        %square = arith.mulf %x, %x : f64
        %s = memref.load %sum[] : memref<f64>
        %t = arith.addf %s, %square : f64
        memref.store %t, %sum[] : memref<f64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group
  memref.dealloc %u : memref<5x5xf64>
  return
}
