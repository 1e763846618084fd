// RUN: asyncir opt %s -p convert-linalg-to-loops | filecheck %s

// Each map says what is loaded; a scalar is used as it is, and an index of a loop is its counter.
// CHECK-LABEL: func.func @generic
// CHECK: %[[COUNT:.*]] = memref.dim %c, %{{.*}} : memref<4x?xf32>
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[COUNT]] step
// CHECK-NEXT: scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: %[[C:.*]] = memref.load %c[%[[J]], %[[I]]] : memref<4x?xf32>
// CHECK-NEXT: %n = arith.index_cast %[[J]] : index to i32
// CHECK-NEXT: %f = arith.sitofp %n : i32 to f32
// CHECK-NEXT: %m = arith.mulf %[[C]], %s : f32
// CHECK-NEXT: %o = arith.addf %m, %f : f32
// CHECK-NEXT: memref.store %o, %a[%[[I]], %[[J]]] : memref<?x4xf32>
func.func @generic(%a: memref<?x4xf32>, %c: memref<4x?xf32>, %s: f32) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%c, %s : memref<4x?xf32>, f32) outs(%a : memref<?x4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %m = arith.mulf %p, %q : f32
    %o = arith.addf %m, %f : f32
    linalg.yield %o : f32
  }
  return
}

// The loops are in the order in which the op has them.
// CHECK-LABEL: func.func @product
// CHECK: scf.for %[[I:.*]] = %{{.*}} to
// CHECK-NEXT: scf.for %[[J:.*]] = %{{.*}} to
// CHECK-NEXT: scf.for %[[K:.*]] = %{{.*}} to
// CHECK-NEXT: memref.load %a[%[[I]], %[[K]]]
// CHECK-NEXT: memref.load %b[%[[K]], %[[J]]]
func.func @product(%a: memref<?x4xf32>, %b: memref<4x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x4xf32>, memref<4x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// What is no single loop is computed, with strides and dilations.
// CHECK-LABEL: func.func @convolution
// CHECK: scf.for %{{.*}} = %{{.*}} to
// CHECK: scf.for %[[W:.*]] = %{{.*}} to
// CHECK: scf.for %{{.*}} = %{{.*}} to
// CHECK: scf.for %[[K:.*]] = %{{.*}} to
// CHECK: arith.muli %[[W]], %{{.*}} : index
// CHECK: arith.muli %[[K]], %{{.*}} : index
// CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK: memref.load %i[%{{.*}}, %[[AT]], %{{.*}}] : memref<1x9x2xf32>
func.func @convolution(%i: memref<1x9x2xf32>, %k: memref<2x2x5xf32>, %o: memref<1x3x5xf32>) {
  linalg.conv_1d_nwc_wcf {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%i, %k : memref<1x9x2xf32>, memref<2x2x5xf32>) outs(%o : memref<1x3x5xf32>)
  return
}

// An op on tensors stays.
// CHECK-LABEL: func.func @tensors
// CHECK-NEXT: linalg.fill
func.func @tensors(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
