// The sum of all elements of a view with any strides.
func.func @strided_sum(%A: memref<?x?xf64, strided<[?, ?], offset: ?>>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %rows = memref.dim %A, %c0 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %columns = memref.dim %A, %c1 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %sum = scf.for %i = %c0 to %rows step %c1 iter_args(%outer = %zero) -> (f64) {
    %row = scf.for %j = %c0 to %columns step %c1 iter_args(%acc = %outer) -> (f64) {
      %a = memref.load %A[%i, %j] : memref<?x?xf64, strided<[?, ?], offset: ?>>
      %s = arith.addf %acc, %a : f64
      scf.yield %s : f64
    }
    scf.yield %row : f64
  }
  return %sum : f64
}
