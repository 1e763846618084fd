// RUN: asyncir opt %s -p 'expand-bodies{machine=ascend-a2}' | filecheck %s

// An op whose table says what it computes becomes loops over elements; the work lists nothing any more, since its region says all.
// CHECK-LABEL: func.func @add
func.func @add(%a: memref<4x8xf32, "ub">, %b: memref<1x8xf32, "ub">, %c: memref<4x8xf32, "ub">) {
  // CHECK-NEXT: sync.work on "v" {
  // CHECK: scf.for %[[I:.*]] = {{.*}} {
  // CHECK: scf.for %[[J:.*]] = {{.*}} {
  // CHECK-NEXT: %[[X:.*]] = memref.load %a[%[[I]], %[[J]]]
  // CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[Y:.*]] = memref.load %b[%[[Z]], %[[J]]]
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: memref.store %[[S]], %c[%[[I]], %[[J]]]
  sync.work on "v" reads(%a, %b : memref<4x8xf32, "ub">, memref<1x8xf32, "ub">) writes(%c : memref<4x8xf32, "ub">) {
    hivm.hir.vadd ins(%a, %b : memref<4x8xf32, "ub">, memref<1x8xf32, "ub">) outs(%c : memref<4x8xf32, "ub">)
  }
  return
}

// An op of which nothing is known is opaque; its work lists what it touches.
// CHECK-LABEL: func.func @unknown
func.func @unknown(%a: memref<4xf32, "ub">) {
  // CHECK-NEXT: sync.work on "v" reads(%a : memref<4xf32, "ub">) writes(%a : memref<4xf32, "ub">) {
  // CHECK-NEXT: sync.opaque "hivm.hir.unheard_of"
  // CHECK-NEXT: }
  sync.work on "v" reads(%a : memref<4xf32, "ub">) writes(%a : memref<4xf32, "ub">) {
    hivm.hir.unheard_of ins(%a : memref<4xf32, "ub">) outs(%a : memref<4xf32, "ub">)
  }
  return
}

// What is in no work stays, and so does memory that a work lists besides.
// CHECK-LABEL: func.func @stays
func.func @stays(%a: memref<4xf32>, %b: memref<4xf32, "ub">) {
  // CHECK-NEXT: hivm.hir.load
  hivm.hir.load ins(%a : memref<4xf32>) outs(%b : memref<4xf32, "ub">)
  // CHECK-NEXT: sync.work on "mte2" reads(%b : memref<4xf32, "ub">) {
  // CHECK-NOT: hivm
  // CHECK: return
  sync.work on "mte2" reads(%b : memref<4xf32, "ub">) {
    hivm.hir.load ins(%a : memref<4xf32>) outs(%b : memref<4xf32, "ub">)
  }
  return
}
