// A block of attention for 8 queries: keys and values are copied in, scores, running greatest and sum, weighted values.
func.func @main(%Q: memref<8x16xf32>, %K: memref<64x16xf32>, %V: memref<64x16xf32>, %O: memref<8x16xf32>, %g: memref<8xf32>, %l: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %k = memref.alloca() : memref<8x16xf32>
  %v = memref.alloca() : memref<8x16xf32>
  %s = memref.alloca() : memref<8x8xf32>
  %p = memref.alloca() : memref<8x8xf32>
  %f = memref.alloca() : memref<8xf32>
  scf.for %b = %c0 to %c64 step %c8 {
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %at = arith.addi %b, %i : index
        %e = memref.load %K[%at, %j] : memref<64x16xf32>
        memref.store %e, %k[%i, %j] : memref<8x16xf32>
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %at = arith.addi %b, %i : index
        %e = memref.load %V[%at, %j] : memref<64x16xf32>
        memref.store %e, %v[%i, %j] : memref<8x16xf32>
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        memref.store %zero, %s[%i, %j] : memref<8x8xf32>
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        scf.for %d = %c0 to %c16 step %c1 {
          %x = memref.load %Q[%i, %d] : memref<8x16xf32>
          %y = memref.load %k[%j, %d] : memref<8x16xf32>
          %o = memref.load %s[%i, %j] : memref<8x8xf32>
          %m = arith.mulf %x, %y : f32
          %n = arith.addf %o, %m : f32
          memref.store %n, %s[%i, %j] : memref<8x8xf32>
        }
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %old = memref.load %g[%i] : memref<8xf32>
      memref.store %old, %f[%i] : memref<8xf32>
      scf.for %j = %c0 to %c8 step %c1 {
        %x = memref.load %s[%i, %j] : memref<8x8xf32>
        %o = memref.load %g[%i] : memref<8xf32>
        %n = arith.maximumf %o, %x : f32
        memref.store %n, %g[%i] : memref<8xf32>
      }
      %new = memref.load %g[%i] : memref<8xf32>
      %was = memref.load %f[%i] : memref<8xf32>
      %d = arith.subf %was, %new : f32
      %c = math.exp %d : f32
      memref.store %c, %f[%i] : memref<8xf32>
      scf.for %j = %c0 to %c8 step %c1 {
        %x = memref.load %s[%i, %j] : memref<8x8xf32>
        %dx = arith.subf %x, %new : f32
        %e = math.exp %dx : f32
        memref.store %e, %p[%i, %j] : memref<8x8xf32>
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %c = memref.load %f[%i] : memref<8xf32>
      %o = memref.load %l[%i] : memref<8xf32>
      %m = arith.mulf %o, %c : f32
      memref.store %m, %l[%i] : memref<8xf32>
      scf.for %j = %c0 to %c8 step %c1 {
        %x = memref.load %p[%i, %j] : memref<8x8xf32>
        %a = memref.load %l[%i] : memref<8xf32>
        %n = arith.addf %a, %x : f32
        memref.store %n, %l[%i] : memref<8xf32>
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %d = %c0 to %c16 step %c1 {
        %c = memref.load %f[%i] : memref<8xf32>
        %o = memref.load %O[%i, %d] : memref<8x16xf32>
        %m = arith.mulf %o, %c : f32
        memref.store %m, %O[%i, %d] : memref<8x16xf32>
      }
    }
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %d = %c0 to %c16 step %c1 {
        scf.for %j = %c0 to %c8 step %c1 {
          %x = memref.load %p[%i, %j] : memref<8x8xf32>
          %y = memref.load %v[%j, %d] : memref<8x16xf32>
          %o = memref.load %O[%i, %d] : memref<8x16xf32>
          %m = arith.mulf %x, %y : f32
          %n = arith.addf %o, %m : f32
          memref.store %n, %O[%i, %d] : memref<8x16xf32>
        }
      }
    }
  } {software_pipeline_schedule}
  return
}
