// Layer normalisation of the rows of a matrix: mean, variance, and both applied, with a copy in and one out.
func.func @main(%X: memref<16x64xf32>, %Y: memref<16x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %share = arith.constant 0.015625 : f32
  %epsilon = arith.constant 0.00001 : f32
  %x = memref.alloca() : memref<64xf32>
  %y = memref.alloca() : memref<64xf32>
  %mean = memref.alloca() : memref<1xf32>
  %var = memref.alloca() : memref<1xf32>
  %inv = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %X[%i, %j] : memref<16x64xf32>
      memref.store %v, %x[%j] : memref<64xf32>
    }
    memref.store %zero, %mean[%c0] : memref<1xf32>
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %x[%j] : memref<64xf32>
      %part = arith.mulf %v, %share : f32
      %o = memref.load %mean[%c0] : memref<1xf32>
      %n = arith.addf %o, %part : f32
      memref.store %n, %mean[%c0] : memref<1xf32>
    }
    memref.store %zero, %var[%c0] : memref<1xf32>
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %x[%j] : memref<64xf32>
      %u = memref.load %mean[%c0] : memref<1xf32>
      %d = arith.subf %v, %u : f32
      %dd = arith.mulf %d, %d : f32
      %part = arith.mulf %dd, %share : f32
      %o = memref.load %var[%c0] : memref<1xf32>
      %n = arith.addf %o, %part : f32
      memref.store %n, %var[%c0] : memref<1xf32>
    }
    %s2 = memref.load %var[%c0] : memref<1xf32>
    %s2e = arith.addf %s2, %epsilon : f32
    %r = math.rsqrt %s2e : f32
    memref.store %r, %inv[%c0] : memref<1xf32>
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %x[%j] : memref<64xf32>
      %u = memref.load %mean[%c0] : memref<1xf32>
      %k = memref.load %inv[%c0] : memref<1xf32>
      %d = arith.subf %v, %u : f32
      %n = arith.mulf %d, %k : f32
      memref.store %n, %y[%j] : memref<64xf32>
    }
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %y[%j] : memref<64xf32>
      memref.store %v, %Y[%i, %j] : memref<16x64xf32>
    }
  } {software_pipeline_schedule}
  return
}
