// The sum of an array, in any order.

func.func @run(%x: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %xi = memref.load %x[%i] : memref<?xf64>
    scf.reduce(%xi : f64) {
    ^bb0(%left: f64, %right: f64):
      %both = arith.addf %left, %right fastmath<reassoc> : f64
      scf.reduce.return %both : f64
    }
  }
  return %sum : f64
}
