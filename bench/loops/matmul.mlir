// The inner loop of a tiled matrix product: two tiles are copied in, and their product is added to a third one.
func.func @main(%A: memref<16x128xf32>, %B: memref<128x16xf32>, %C: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %a = memref.alloca() : memref<16x16xf32>
  %b = memref.alloca() : memref<16x16xf32>
  scf.for %k = %c0 to %c128 step %c16 {
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %at = arith.addi %k, %j : index
        %v = memref.load %A[%i, %at] : memref<16x128xf32>
        memref.store %v, %a[%i, %j] : memref<16x16xf32>
      }
    }
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        %at = arith.addi %k, %i : index
        %v = memref.load %B[%at, %j] : memref<128x16xf32>
        memref.store %v, %b[%i, %j] : memref<16x16xf32>
      }
    }
    scf.for %i = %c0 to %c16 step %c1 {
      scf.for %j = %c0 to %c16 step %c1 {
        scf.for %l = %c0 to %c16 step %c1 {
          %u = memref.load %a[%i, %l] : memref<16x16xf32>
          %v = memref.load %b[%l, %j] : memref<16x16xf32>
          %o = memref.load %C[%i, %j] : memref<16x16xf32>
          %m = arith.mulf %u, %v : f32
          %n = arith.addf %o, %m : f32
          memref.store %n, %C[%i, %j] : memref<16x16xf32>
        }
      }
    }
  } {software_pipeline_schedule}
  return
}
