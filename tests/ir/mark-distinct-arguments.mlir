// RUN: asyncir opt %s -p form-statements,mark-distinct-arguments | filecheck %s

// What iteration k + 1 reads of %a comes before what iteration k writes to %c; of one array that is no other element.
// CHECK-LABEL: func.func @copy
// CHECK-SAME: attributes {software_pipeline_same_or_distinct_args = [{{\[}}0, 1]]}
func.func @copy(%a: memref<8xf32>, %c: memref<8xf32>, %n: index) {
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

// What is written to %c the next iteration reads, if %a is the same array; what it reads of %d is never written.
// CHECK-LABEL: func.func @shift
// CHECK-SAME: attributes {software_pipeline_distinct_args = [{{\[}}0, 3]], software_pipeline_same_or_distinct_args = [{{\[}}1, 3]]}
func.func @shift(%a: memref<8xf32>, %d: memref<8xf32>, %n: index, %c: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    %v = memref.load %d[%c0] : memref<8xf32>
    %z = arith.addf %x, %v : f32
    memref.store %z, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    %j = arith.addi %i, %c1 : index
    memref.store %y, %c[%j] : memref<8xf32>
  } {software_pipeline_stage = [0, 1]}
  return
}

// Callers ask the same, of the arguments that they pass on.
// CHECK-LABEL: func.func @caller
// CHECK-SAME: attributes {software_pipeline_same_or_distinct_args = [{{\[}}1, 2]]}
func.func @caller(%n: index, %c: memref<8xf32>, %a: memref<8xf32>) {
  func.call @copy(%a, %c, %n) : (memref<8xf32>, memref<8xf32>, index) -> ()
  return
}

// Nothing is asked of whoever has memory of its own.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: distinct
// CHECK: call @copy
func.func @alone(%n: index, %a: memref<8xf32>) {
  %c = memref.alloca() : memref<8xf32>
  func.call @copy(%a, %c, %n) : (memref<8xf32>, memref<8xf32>, index) -> ()
  return
}

// A loop whose arrays may overlap asks for nothing.
// CHECK-LABEL: func.func @overlapping(
// CHECK-NOT: distinct
// CHECK: scf.for
func.func @overlapping(%a: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    memref.store %y, %c[%i] : memref<8xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_args_alias}
  return
}

// Nor does one that exchanges nothing.
// CHECK-LABEL: func.func @in_order(
// CHECK-NOT: distinct
// CHECK: scf.for
func.func @in_order(%a: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %c[%i] : memref<8xf32>
    memref.store %x, %c[%c0] : memref<8xf32>
  } {software_pipeline_stage = [0, 0]}
  return
}
