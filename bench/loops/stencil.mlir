// A sweep of a five-point stencil: for each row, three rows are copied in and one is copied out.
func.func @main(%U: memref<18x34xf32>, %V: memref<18x34xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c17 = arith.constant 17 : index
  %c33 = arith.constant 33 : index
  %c34 = arith.constant 34 : index
  %four = arith.constant -4.0 : f32
  %tenth = arith.constant 0.1 : f32
  %rows = memref.alloca() : memref<3x34xf32>
  %new = memref.alloca() : memref<34xf32>
  scf.for %r = %c1 to %c17 step %c1 {
    %above = arith.subi %r, %c1 : index
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c34 step %c1 {
        %at = arith.addi %above, %i : index
        %v = memref.load %U[%at, %j] : memref<18x34xf32>
        memref.store %v, %rows[%i, %j] : memref<3x34xf32>
      }
    }
    scf.for %j = %c1 to %c33 step %c1 {
      %left = arith.subi %j, %c1 : index
      %right = arith.addi %j, %c1 : index
      %c = memref.load %rows[%c1, %j] : memref<3x34xf32>
      %n = memref.load %rows[%c0, %j] : memref<3x34xf32>
      %s = memref.load %rows[%c2, %j] : memref<3x34xf32>
      %w = memref.load %rows[%c1, %left] : memref<3x34xf32>
      %e = memref.load %rows[%c1, %right] : memref<3x34xf32>
      %ns = arith.addf %n, %s : f32
      %we = arith.addf %w, %e : f32
      %around = arith.addf %ns, %we : f32
      %c4 = arith.mulf %c, %four : f32
      %laplace = arith.addf %around, %c4 : f32
      %step = arith.mulf %laplace, %tenth : f32
      %next = arith.addf %c, %step : f32
      memref.store %next, %new[%j] : memref<34xf32>
    }
    scf.for %j = %c1 to %c33 step %c1 {
      %v = memref.load %new[%j] : memref<34xf32>
      memref.store %v, %V[%r, %j] : memref<18x34xf32>
    }
  } {software_pipeline_schedule}
  return
}
