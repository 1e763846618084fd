// One step of a five-point stencil on the inner points of u.
func.func @stencil(%u: memref<?x?xf64>, %v: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %four = arith.constant -4.0 : f64
  %tenth = arith.constant 0.1 : f64
  %rows = memref.dim %u, %c0 : memref<?x?xf64>
  %columns = memref.dim %u, %c1 : memref<?x?xf64>
  %last_row = arith.subi %rows, %c1 : index
  %last_column = arith.subi %columns, %c1 : index
  scf.for %i = %c1 to %last_row step %c1 {
    %up = arith.subi %i, %c1 : index
    %down = arith.addi %i, %c1 : index
    scf.for %j = %c1 to %last_column step %c1 {
      %left = arith.subi %j, %c1 : index
      %right = arith.addi %j, %c1 : index
      %c = memref.load %u[%i, %j] : memref<?x?xf64>
      %n = memref.load %u[%up, %j] : memref<?x?xf64>
      %s = memref.load %u[%down, %j] : memref<?x?xf64>
      %w = memref.load %u[%i, %left] : memref<?x?xf64>
      %e = memref.load %u[%i, %right] : memref<?x?xf64>
      %ns = arith.addf %n, %s : f64
      %we = arith.addf %w, %e : f64
      %around = arith.addf %ns, %we : f64
      %c4 = arith.mulf %c, %four : f64
      %laplace = arith.addf %around, %c4 : f64
      %step = arith.mulf %laplace, %tenth : f64
      %new = arith.addf %c, %step : f64
      memref.store %new, %v[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
