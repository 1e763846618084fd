// y += a x
func.func @axpy(%a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %xi = memref.load %x[%i] : memref<?xf64>
    %yi = memref.load %y[%i] : memref<?xf64>
    %ax = arith.mulf %a, %xi : f64
    %s = arith.addf %ax, %yi : f64
    memref.store %s, %y[%i] : memref<?xf64>
  }
  return
}
