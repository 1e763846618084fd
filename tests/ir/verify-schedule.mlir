// RUN: asyncir opt %s -p form-statements,verify-schedule | filecheck %s

// A legal schedule stays as it is: each iteration writes the memory that it reads, so that iterations may overlap.
// CHECK-LABEL: func.func @legal
// CHECK: software_pipeline_order = 0 : i64, software_pipeline_stage = 0
// CHECK: software_pipeline_order = 1 : i64, software_pipeline_stage = 1
func.func @legal(%a: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    memref.store %y, %c[%i] : memref<8xf32>
  } {software_pipeline_stage = [0, 1]}
  return
}
