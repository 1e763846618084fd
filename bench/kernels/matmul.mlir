// C += A B, the plain three loops in the order i, k, j.
func.func @matmul(%A: memref<?x?xf64>, %B: memref<?x?xf64>, %C: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  %d = memref.dim %A, %c1 : memref<?x?xf64>
  %n = memref.dim %B, %c1 : memref<?x?xf64>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %k = %c0 to %d step %c1 {
      %a = memref.load %A[%i, %k] : memref<?x?xf64>
      scf.for %j = %c0 to %n step %c1 {
        %b = memref.load %B[%k, %j] : memref<?x?xf64>
        %c = memref.load %C[%i, %j] : memref<?x?xf64>
        %ab = arith.mulf %a, %b : f64
        %s = arith.addf %c, %ab : f64
        memref.store %s, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
