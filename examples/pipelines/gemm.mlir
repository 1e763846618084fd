// The GEMM of TVM's RFC on asynchronous stages: tiles are copied to four buffers ahead, rows of tiles to two sets of registers.
func.func @main(%A: memref<8x256xf32>, %B: memref<256x8xf32>, %C: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %A_shared = memref.alloca() : memref<8x2xf32>
  %B_shared = memref.alloca() : memref<2x8xf32>
  %A_local = memref.alloca() : memref<8xf32>
  %B_local = memref.alloca() : memref<8xf32>
  scf.for %k0 = %c0 to %c128 step %c1 {
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %k = %c0 to %c2 step %c1 {
        %at = arith.muli %k0, %c2 : index
        %from = arith.addi %at, %k : index
        %a = memref.load %A[%i, %from] : memref<8x256xf32>
        memref.store %a, %A_shared[%i, %k] : memref<8x2xf32>
      }
    }
    scf.for %j = %c0 to %c8 step %c1 {
      scf.for %k = %c0 to %c2 step %c1 {
        %at = arith.muli %k0, %c2 : index
        %from = arith.addi %at, %k : index
        %b = memref.load %B[%from, %j] : memref<256x8xf32>
        memref.store %b, %B_shared[%k, %j] : memref<2x8xf32>
      }
    }
    scf.for %k1 = %c0 to %c2 step %c1 {
      scf.for %i = %c0 to %c8 step %c1 {
        %a = memref.load %A_shared[%i, %k1] : memref<8x2xf32>
        memref.store %a, %A_local[%i] : memref<8xf32>
      }
      scf.for %j = %c0 to %c8 step %c1 {
        %b = memref.load %B_shared[%k1, %j] : memref<2x8xf32>
        memref.store %b, %B_local[%j] : memref<8xf32>
      }
      scf.for %i = %c0 to %c8 step %c1 {
        scf.for %j = %c0 to %c8 step %c1 {
          %a = memref.load %A_local[%i] : memref<8xf32>
          %b = memref.load %B_local[%j] : memref<8xf32>
          %c = memref.load %C[%i, %j] : memref<8x8xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          memref.store %s, %C[%i, %j] : memref<8x8xf32>
        }
      }
    } {software_pipeline_stage = [0, 0, 1], software_pipeline_order = [0, 1, 2]}
  } {software_pipeline_stage = [0, 0, 2, 3, 3], software_pipeline_order = [0, 1, 3, 2, 4], software_pipeline_async_stages = [0]}
  return
}
