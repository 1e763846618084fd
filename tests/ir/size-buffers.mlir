// RUN: asyncir opt %s -p form-statements,size-buffers | filecheck %s

// Two stages overlap in one iteration: two copies, that of iteration k being k mod 2.
// CHECK-LABEL: func.func @two
// CHECK: %b = memref.alloc() : memref<2x4xf32>
// CHECK: scf.for %i = %c2 to %n step %c3
// CHECK: [[FROM:%.*]] = arith.subi %i, %c2
// CHECK-NEXT: [[K:%.*]] = arith.divui [[FROM]], %c3
// CHECK-NEXT: [[TWO:%.*]] = arith.constant 2
// CHECK-NEXT: [[SLOT:%.*]] = arith.remui [[K]], [[TWO]]
// CHECK-NEXT: [[COPY:%.*]] = memref.subview %b{{\[}}[[SLOT]], 0] [1, 4] [1, 1]
// CHECK: memref.store %x{{.*}}, [[COPY]][%c1]
// CHECK: memref.dealloc %b : memref<2x4xf32>
func.func @two(%a: memref<64xf32>, %c: memref<64xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %b = memref.alloc() : memref<4xf32>
  scf.for %i = %c2 to %n step %c3 {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%c1] : memref<4xf32>
    %y = memref.load %b[%c1] : memref<4xf32>
    memref.store %y, %c[%i] : memref<64xf32>
  } {software_pipeline_stage = [0, 1]}
  memref.dealloc %b : memref<4xf32>
  return
}

// The reader comes first: one copy is enough. TVM takes two.
// CHECK-LABEL: func.func @reader_first
// CHECK: %b = memref.alloca() : memref<1xf32>
// CHECK-NOT: subview
func.func @reader_first(%a: memref<64xf32>, %c: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    memref.store %y, %c[%i] : memref<64xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [1, 0]}
  return
}

// What is used behind the loop has one copy.
// CHECK-LABEL: func.func @used_behind
// CHECK: %b = memref.alloca() : memref<1xf32>
// CHECK-NOT: subview
func.func @used_behind(%a: memref<64xf32>, %c: memref<64xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    memref.store %y, %c[%i] : memref<64xf32>
  } {software_pipeline_stage = [0, 1]}
  %z = memref.load %b[%c0] : memref<1xf32>
  return %z : f32
}

// What the loop uses through views is private, too: they are made from the copy, and what is reinterpreted begins where that does.
// CHECK-LABEL: func.func @views
// CHECK: %t = memref.alloca() : memref<2x4x2xf32>
// CHECK-NEXT: scf.for
// CHECK: [[COPY:%.*]] = memref.subview %t{{\[}}[[SLOT:%.*]], 0, 0] [1, 4, 2] [1, 1, 1] : memref<2x4x2xf32> to memref<4x2xf32, strided<[2, 1], offset: ?>>
// CHECK: memref.collapse_shape [[COPY]] {{\[\[}}0, 1]] : memref<4x2xf32, strided<[2, 1], offset: ?>> into memref<8xf32, strided<[1], offset: ?>>
// CHECK: [[SLOT:%.*]] = arith.remui
// CHECK-NEXT: [[COPY:%.*]] = memref.subview %t{{\[}}[[SLOT]], 0, 0]
// CHECK: [[ROWS:%.*]] = arith.muli [[SLOT]],
// CHECK: [[BEGIN:%.*]] = arith.muli [[ROWS]],
// CHECK-NEXT: [[FLAT:%.*]] = memref.reinterpret_cast [[COPY]] to offset: {{\[}}[[BEGIN]]], sizes: [8], strides: [1]
// CHECK: memref.copy [[FLAT]], %c
func.func @views(%a: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloca() : memref<4x2xf32>
  %v = memref.collapse_shape %t [[0, 1]] : memref<4x2xf32> into memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %a, %v : memref<8xf32> to memref<8xf32>
    %w = memref.reinterpret_cast %t to offset: [0], sizes: [8], strides: [1] : memref<4x2xf32> to memref<8xf32>
    memref.copy %w, %c : memref<8xf32> to memref<8xf32>
  } {software_pipeline_stage = [0, 1]}
  return
}

// Each statement has an element of its own, so that no iteration overwrites what another one needs.
// CHECK-LABEL: func.func @elements
// CHECK: %b = memref.alloca() : memref<2xf32>
func.func @elements(%a: memref<64xf32>, %d: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<2xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%c0] : memref<2xf32>
    %y = memref.load %b[%c0] : memref<2xf32>
    memref.store %y, %b[%c1] : memref<2xf32>
    %z = memref.load %b[%c1] : memref<2xf32>
    memref.store %z, %d[%i] : memref<64xf32>
  } {software_pipeline_stage = [0, 1, 1], software_pipeline_order = [1, 0, 2]}
  return
}
