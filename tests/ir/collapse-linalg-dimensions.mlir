// RUN: asyncir opt %s -p collapse-linalg-dimensions | filecheck %s

// All loops of an elementwise op are one where all memory is without gaps.
// CHECK-LABEL: func.func @elementwise
// CHECK: %[[A:.*]] = memref.collapse_shape %a {{\[\[}}0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
// CHECK: %[[B:.*]] = memref.collapse_shape %b {{\[\[}}0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[A]] : memref<24xf32>) outs(%[[B]] : memref<24xf32>) {
// CHECK-NEXT: ^bb0
// CHECK-NEXT: math.absf
func.func @elementwise(%a: memref<2x3x4xf32>, %b: memref<2x3x4xf32>) {
  linalg.map { math.absf } ins(%a : memref<2x3x4xf32>) outs(%b : memref<2x3x4xf32>)
  return
}

// What is transposed keeps the loops in which it is; those behind them are one, and sizes may be dynamic.
// CHECK-LABEL: func.func @transposed
// CHECK: %[[A:.*]] = memref.collapse_shape %a {{\[\[}}0], [1], [2, 3]] : memref<3x4x?x5xf32> into memref<3x4x?xf32>
// CHECK: %[[B:.*]] = memref.collapse_shape %b {{\[\[}}0], [1], [2, 3]] : memref<4x3x?x5xf32> into memref<4x3x?xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]}
func.func @transposed(%a: memref<3x4x?x5xf32>, %b: memref<4x3x?x5xf32>) {
  linalg.transpose ins(%a : memref<3x4x?x5xf32>) outs(%b : memref<4x3x?x5xf32>) permutation = [1, 0, 2, 3]
  return
}

// An operand without the dimensions has no say; one with only one of them has.
// CHECK-LABEL: func.func @broadcast
// CHECK: memref.collapse_shape %b {{\[\[}}0], [1, 2]] : memref<4x5x6xf32> into memref<4x30xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%a : memref<4xf32>)
// CHECK: linalg.broadcast ins(%c : memref<5xf32>)
func.func @broadcast(%a: memref<4xf32>, %b: memref<4x5x6xf32>, %c: memref<5xf32>, %d: memref<4x5x6xf32>) {
  linalg.broadcast ins(%a : memref<4xf32>) outs(%b : memref<4x5x6xf32>) dimensions = [1, 2]
  linalg.broadcast ins(%c : memref<5xf32>) outs(%d : memref<4x5x6xf32>) dimensions = [0, 2]
  return
}

// Loops of different kinds stay two; those of one reduction become one.
// CHECK-LABEL: func.func @sums
// CHECK: memref.collapse_shape %a {{\[\[}}0], [1, 2]] : memref<4x5x6xf32> into memref<4x30xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
func.func @sums(%a: memref<4x5x6xf32>, %b: memref<4xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<4x5x6xf32>) outs(%b : memref<4xf32>) dimensions = [1, 2]
  return
}

// Memory with a layout stays as it is, and so does an op that asks where it is.
// CHECK-LABEL: func.func @others
// CHECK: linalg.map
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]}
// CHECK-NOT: collapse_shape
func.func @others(%a: memref<4x5xf32, strided<[8, 1]>>, %b: memref<4x5xf32>, %i: memref<4x5xindex>) {
  linalg.map { math.absf } ins(%a : memref<4x5xf32, strided<[8, 1]>>) outs(%b : memref<4x5xf32>)
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]
  } outs(%i : memref<4x5xindex>) {
  ^bb0(%x: index):
    %0 = linalg.index 0 : index
    linalg.yield %0 : index
  }
  return
}
