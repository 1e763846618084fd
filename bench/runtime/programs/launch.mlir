// A short parallel loop, again and again.

func.func @run(%n: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %times = arith.index_cast %n : i64 to index
  %length = memref.dim %x, %c0 : memref<?xf64>
  scf.for %k = %c0 to %times step %c1 {
    scf.parallel (%i) = (%c0) to (%length) step (%c1) {
      %xi = memref.load %x[%i] : memref<?xf64>
      %yi = memref.load %y[%i] : memref<?xf64>
      %ax = arith.mulf %a, %xi : f64
      %new = arith.addf %ax, %yi : f64
      memref.store %new, %y[%i] : memref<?xf64>
      scf.reduce
    }
  }
  return
}
