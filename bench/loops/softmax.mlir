// Softmax of the rows of a matrix: copied in, the greatest, exponentials and their sum, quotients, copied out.
func.func @main(%X: memref<16x64xf32>, %Y: memref<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e30 : f32
  %x = memref.alloca() : memref<64xf32>
  %e = memref.alloca() : memref<64xf32>
  %y = memref.alloca() : memref<64xf32>
  %m = memref.alloca() : memref<1xf32>
  %s = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %X[%i, %j] : memref<16x64xf32>
      memref.store %v, %x[%j] : memref<64xf32>
    }
    memref.store %low, %m[%c0] : memref<1xf32>
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %x[%j] : memref<64xf32>
      %o = memref.load %m[%c0] : memref<1xf32>
      %n = arith.maximumf %o, %v : f32
      memref.store %n, %m[%c0] : memref<1xf32>
    }
    memref.store %zero, %s[%c0] : memref<1xf32>
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %x[%j] : memref<64xf32>
      %g = memref.load %m[%c0] : memref<1xf32>
      %d = arith.subf %v, %g : f32
      %p = math.exp %d : f32
      memref.store %p, %e[%j] : memref<64xf32>
      %o = memref.load %s[%c0] : memref<1xf32>
      %n = arith.addf %o, %p : f32
      memref.store %n, %s[%c0] : memref<1xf32>
    }
    scf.for %j = %c0 to %c64 step %c1 {
      %p = memref.load %e[%j] : memref<64xf32>
      %t = memref.load %s[%c0] : memref<1xf32>
      %q = arith.divf %p, %t : f32
      memref.store %q, %y[%j] : memref<64xf32>
    }
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %y[%j] : memref<64xf32>
      memref.store %v, %Y[%i, %j] : memref<16x64xf32>
    }
  } {software_pipeline_schedule}
  return
}
