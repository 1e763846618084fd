// A 3 x 3 convolution, a row at a time: three rows of the image are copied in, one goes out.
func.func @main(%I: memref<18x34xf32>, %K: memref<3x3xf32>, %O: memref<16x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c34 = arith.constant 34 : index
  %zero = arith.constant 0.0 : f32
  %rows = memref.alloca() : memref<3x34xf32>
  %sums = memref.alloca() : memref<1x32xf32>
  scf.for %r = %c0 to %c16 step %c1 {
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c34 step %c1 {
        %at = arith.addi %r, %i : index
        %v = memref.load %I[%at, %j] : memref<18x34xf32>
        memref.store %v, %rows[%i, %j] : memref<3x34xf32>
      }
    }
    scf.for %j = %c0 to %c32 step %c1 {
      memref.store %zero, %sums[%c0, %j] : memref<1x32xf32>
    }
    scf.for %j = %c0 to %c32 step %c1 {
      scf.for %p = %c0 to %c3 step %c1 {
        scf.for %q = %c0 to %c3 step %c1 {
          %x = arith.addi %j, %q : index
          %u = memref.load %rows[%p, %x] : memref<3x34xf32>
          %w = memref.load %K[%p, %q] : memref<3x3xf32>
          %o = memref.load %sums[%c0, %j] : memref<1x32xf32>
          %m = arith.mulf %u, %w : f32
          %n = arith.addf %o, %m : f32
          memref.store %n, %sums[%c0, %j] : memref<1x32xf32>
        }
      }
    }
    scf.for %j = %c0 to %c32 step %c1 {
      %v = memref.load %sums[%c0, %j] : memref<1x32xf32>
      memref.store %v, %O[%r, %j] : memref<16x32xf32>
    }
  } {software_pipeline_schedule}
  return
}
