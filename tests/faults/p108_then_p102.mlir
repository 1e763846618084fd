// The outer loop is left as it is, since its asynchronous stage holds a pipeline that waits; the inner one is expanded in it.
func.func @main(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %u = memref.alloc() : memref<1xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %z = memref.load %a[%i] : memref<8xf32>
    memref.store %z, %b[%i] : memref<8xf32>
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %a[%j] : memref<8xf32>
      memref.store %x, %u[%c0] : memref<1xf32>
      %y = memref.load %u[%c0] : memref<1xf32>
      memref.store %y, %c[%j] : memref<8xf32>
    } {software_pipeline_stage = [1, 2], software_pipeline_async_stages = [2]}
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [1]}
  memref.dealloc %u : memref<1xf32>
  return
}
