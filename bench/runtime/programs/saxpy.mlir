// y = a x + y in parallel. `contract` is what C and C++ compilers do if they are not told otherwise.

func.func @run(%a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %xi = memref.load %x[%i] : memref<?xf64>
    %yi = memref.load %y[%i] : memref<?xf64>
    %ax = arith.mulf %a, %xi fastmath<contract> : f64
    %new = arith.addf %ax, %yi fastmath<contract> : f64
    memref.store %new, %y[%i] : memref<?xf64>
    scf.reduce
  }
  return
}
