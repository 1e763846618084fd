// Rows are copied through a buffer.
func.func @main(%a: memref<16x8xf32>, %c: memref<16x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %b = memref.alloca() : memref<8xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %a[%i, %j] : memref<16x8xf32>
      memref.store %x, %b[%j] : memref<8xf32>
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %y = memref.load %b[%j] : memref<8xf32>
      memref.store %y, %c[%i, %j] : memref<16x8xf32>
    }
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  return
}
