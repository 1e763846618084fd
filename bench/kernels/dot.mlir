// The sum of x y, in any order.
func.func @dot(%x: memref<?xf64>, %y: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f64) {
    %xi = memref.load %x[%i] : memref<?xf64>
    %yi = memref.load %y[%i] : memref<?xf64>
    %xy = arith.mulf %xi, %yi fastmath<contract> : f64
    %s = arith.addf %acc, %xy fastmath<reassoc,contract> : f64
    scf.yield %s : f64
  }
  return %sum : f64
}
