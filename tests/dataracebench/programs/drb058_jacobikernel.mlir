// Jacobi steps: tasks copy the grid, and compute it anew behind a wait.
// Each writes its part of the error to an element of its own.
// drb: DRB058-jacobikernel-orig-no
// race: no
// run: @main() = 3.34375 : f64
func.func @main() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %k4 = arith.constant 4 : i64
  %f0 = arith.constant 0.0 : f64
  %f0_25 = arith.constant 0.25 : f64
  %u = memref.alloc() : memref<5x5xf64>
  %old = memref.alloc() : memref<5x5xf64>
  %errors = memref.alloc() : memref<5xf64>
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      memref.store %f0, %u[%i, %j] : memref<5x5xf64>
    }
  }
  scf.for %i = %c0 to %c5 step %c1 {
    %n = arith.index_cast %i : index to i64
    %four = arith.muli %n, %k4 : i64
    %x = arith.sitofp %four : i64 to f64
    memref.store %x, %u[%i, %c4] : memref<5x5xf64>
    memref.store %x, %u[%c4, %i] : memref<5x5xf64>
  }
  %error = scf.for %step = %c0 to %c3 step %c1 iter_args(%e = %f0) -> (f64) {
    %group = async.create_group %c5 : !async.group
    scf.for %i = %c0 to %c5 step %c1 {
      %task = async.execute {
        scf.for %j = %c0 to %c5 step %c1 {
          %x = memref.load %u[%i, %j] : memref<5x5xf64>
          memref.store %x, %old[%i, %j] : memref<5x5xf64>
        }
        async.yield
      }
      %rank = async.add_to_group %task, %group : !async.token
    }
    async.await_all %group
    %group2 = async.create_group %c3 : !async.group
    scf.for %i = %c1 to %c4 step %c1 {
      %task = async.execute {
        %north = arith.subi %i, %c1 : index
        %south = arith.addi %i, %c1 : index
        %part = scf.for %j = %c1 to %c4 step %c1 iter_args(%s = %f0) -> (f64) {
          %west = arith.subi %j, %c1 : index
          %east = arith.addi %j, %c1 : index
          %a = memref.load %old[%north, %j] : memref<5x5xf64>
          %b = memref.load %old[%south, %j] : memref<5x5xf64>
          %c = memref.load %old[%i, %west] : memref<5x5xf64>
          %d = memref.load %old[%i, %east] : memref<5x5xf64>
          %ab = arith.addf %a, %b : f64
          %abc = arith.addf %ab, %c : f64
          %all = arith.addf %abc, %d : f64
          %new = arith.mulf %all, %f0_25 : f64
          memref.store %new, %u[%i, %j] : memref<5x5xf64>
          %before = memref.load %old[%i, %j] : memref<5x5xf64>
          %change = arith.subf %new, %before : f64
          %square = arith.mulf %change, %change : f64
          %next = arith.addf %s, %square : f64
          scf.yield %next : f64
        }
        memref.store %part, %errors[%i] : memref<5xf64>
        async.yield
      }
      %rank = async.add_to_group %task, %group2 : !async.token
    }
    async.await_all %group2
    %sum = scf.for %i = %c1 to %c4 step %c1 iter_args(%s = %f0) -> (f64) {
      %x = memref.load %errors[%i] : memref<5xf64>
      %y = arith.addf %s, %x : f64
      scf.yield %y : f64
    }
    scf.yield %sum : f64
  }
  memref.dealloc %u : memref<5x5xf64>
  memref.dealloc %old : memref<5x5xf64>
  memref.dealloc %errors : memref<5xf64>
  return %error : f64
}
