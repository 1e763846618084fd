// A filter of 16 taps on a long signal: blocks are copied in with what is before them, filtered, and copied out.
func.func @main(%x: memref<1039xf32>, %h: memref<16xf32>, %y: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %c143 = arith.constant 143 : index
  %c1024 = arith.constant 1024 : index
  %zero = arith.constant 0.0 : f32
  %in = memref.alloca() : memref<143xf32>
  %out = memref.alloca() : memref<128xf32>
  scf.for %i = %c0 to %c1024 step %c128 {
    scf.for %j = %c0 to %c143 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %x[%at] : memref<1039xf32>
      memref.store %v, %in[%j] : memref<143xf32>
    }
    scf.for %j = %c0 to %c128 step %c1 {
      memref.store %zero, %out[%j] : memref<128xf32>
    }
    scf.for %j = %c0 to %c128 step %c1 {
      scf.for %t = %c0 to %c16 step %c1 {
        %at = arith.addi %j, %t : index
        %v = memref.load %in[%at] : memref<143xf32>
        %w = memref.load %h[%t] : memref<16xf32>
        %o = memref.load %out[%j] : memref<128xf32>
        %m = arith.mulf %v, %w : f32
        %n = arith.addf %o, %m : f32
        memref.store %n, %out[%j] : memref<128xf32>
      }
    }
    scf.for %j = %c0 to %c128 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %out[%j] : memref<128xf32>
      memref.store %v, %y[%at] : memref<1024xf32>
    }
  } {software_pipeline_schedule}
  return
}
