// RUN: asyncir opt %s -p scf-forall-to-parallel | filecheck %s

// Bounds that are numbers become constants, and the mapping stays.
// CHECK-LABEL: func.func @both
// CHECK: %[[L:.*]] = arith.constant 0 : index
// CHECK: %[[U:.*]] = arith.constant 4 : index
// CHECK: scf.parallel (%i, %j) = (%[[L]], %{{.*}}) to (%n, %[[U]]) step
// CHECK: memref.store %x, %m[%i, %j] : memref<?x?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: } {mapping = [#gpu.block<x>, #gpu.block<y>]}
func.func @both(%m: memref<?x?xf32>, %n: index, %x: f32) {
  scf.forall (%i, %j) in (%n, 4) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  } {mapping = [#gpu.block<x>, #gpu.block<y>]}
  return
}

// Bounds and steps of any kind stay what they are.
// CHECK-LABEL: func.func @stepped
// CHECK: %[[L:.*]] = arith.constant 2 : index
// CHECK: scf.parallel (%i) = (%[[L]]) to (%n) step (%s)
func.func @stepped(%m: memref<?xf32>, %n: index, %s: index, %x: f32) {
  scf.forall (%i) = (2) to (%n) step (%s) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// A loop that makes tensors stays.
// CHECK-LABEL: func.func @tensors
// CHECK: scf.forall
func.func @tensors(%t: tensor<4xf32>, %r: tensor<1xf32>) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %r into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %0 : tensor<4xf32>
}
