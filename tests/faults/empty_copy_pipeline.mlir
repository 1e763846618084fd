// A pipeline whose copies may have no elements.
func.func @main(%a: memref<?xf32>, %c: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    memref.copy %a, %t : memref<?xf32> to memref<?xf32>
    memref.copy %t, %c : memref<?xf32> to memref<?xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  memref.dealloc %t : memref<?xf32>
  return
}
