// RUN: asyncir opt %s -p convert-linalg-to-parallel-loops | filecheck %s

// The parallel loops are one, and the sum is a loop inside it.
// CHECK-LABEL: func.func @product
// CHECK-DAG: %[[ROWS:.*]] = memref.dim %a, %{{.*}} : memref<?x4xf32>
// CHECK-DAG: %[[COLUMNS:.*]] = memref.dim %b, %{{.*}} : memref<4x?xf32>
// CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) = (%{{.*}}, %{{.*}}) to (%[[ROWS]], %[[COLUMNS]]) step
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: %[[A:.*]] = memref.load %a[%[[I]], %[[K]]]
// CHECK-NEXT: %[[B:.*]] = memref.load %b[%[[K]], %[[J]]]
// CHECK-NEXT: %[[C:.*]] = memref.load %c[%[[I]], %[[J]]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[C]], %[[P]] : f32
// CHECK-NEXT: memref.store %[[S]], %c[%[[I]], %[[J]]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
func.func @product(%a: memref<?x4xf32>, %b: memref<4x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x4xf32>, memref<4x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// Where nothing is summed up there is no loop inside, and what the body does not use is not loaded.
// CHECK-LABEL: func.func @fill
// CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) =
// CHECK-NEXT: memref.store %x, %m[%[[I]], %[[J]]] : memref<4x8xf32>
// CHECK-NEXT: scf.reduce
func.func @fill(%x: f32, %m: memref<4x8xf32>) {
  linalg.fill ins(%x : f32) outs(%m : memref<4x8xf32>)
  return
}

// Where all loops are reductions there is no parallel one.
// CHECK-LABEL: func.func @dot
// CHECK-NOT: scf.parallel
// CHECK: scf.for
// CHECK: return
func.func @dot(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<f32>) {
  linalg.dot ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%c : memref<f32>)
  return
}

// An op on tensors stays.
// CHECK-LABEL: func.func @tensors
// CHECK-NEXT: linalg.fill
func.func @tensors(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
