// A buffer that is aligned to 64 bytes: each copy of it has to be.
func.func @main(%A: memref<64xf32>, %O: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %t = memref.alloc() {alignment = 64 : i64} : memref<5xf32>
  scf.for %k = %c0 to %c64 step %c8 {
    %v = vector.load %A[%k] {alignment = 4 : i64} : memref<64xf32>, vector<4xf32>
    vector.store %v, %t[%c0] {alignment = 64 : i64} : memref<5xf32>, vector<4xf32>
    %x = vector.load %t[%c0] {alignment = 64 : i64} : memref<5xf32>, vector<4xf32>
    vector.store %x, %O[%k] {alignment = 4 : i64} : memref<64xf32>, vector<4xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  memref.dealloc %t : memref<5xf32>
  return
}
