// RUN: asyncir opt %s -p software-pipeline,canonicalize,cse | filecheck %s

// The RFC's first example: the copy runs an iteration ahead, and each use lets the youngest copy be in flight.
// CHECK-LABEL: func.func @copy
// CHECK: memref.alloca() : memref<2x1xf32>
// CHECK: queue.commit(0)
// CHECK: scf.for
// CHECK: queue.commit(0)
// CHECK: queue.wait(0, 1)
// CHECK: }
// CHECK: queue.wait(0, 0)
// CHECK-NOT: queue
func.func @copy(%a: memref<16xf32>, %c: memref<16xf32>, %one: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<16xf32>
    %y = arith.addf %x, %one : f32
    memref.store %y, %b[%c0] : memref<1xf32>
    %z = memref.load %b[%c0] : memref<1xf32>
    %w = arith.addf %z, %one : f32
    memref.store %w, %c[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  return
}
