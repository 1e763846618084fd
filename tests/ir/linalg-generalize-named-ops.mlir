// RUN: asyncir opt %s -p linalg-generalize-named-ops | filecheck %s

// A product of matrices says its loops, its maps and its body.
// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @matmul
// CHECK: linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[C]]], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-SAME: ins(%a, %b : tensor<?x4xf32>, tensor<4x?xf32>) outs(%c : tensor<?x?xf32>) {
// CHECK: %[[P:.*]] = arith.mulf
// CHECK-NEXT: %[[S:.*]] = arith.addf %{{.*}}, %[[P]] : f32
// CHECK-NEXT: linalg.yield %[[S]] : f32
// CHECK: -> tensor<?x?xf32>
func.func @matmul(%a: tensor<?x4xf32>, %b: tensor<4x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x4xf32>, tensor<4x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// On memory, too; a scalar stays an operand.
// CHECK-LABEL: func.func @fill
// CHECK: linalg.generic {{.*}} ins(%x : f32) outs(%m : memref<4xf32>) {
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[V]] : f32
func.func @fill(%x: f32, %m: memref<4xf32>) {
  linalg.fill ins(%x : f32) outs(%m : memref<4xf32>)
  return
}

// A body that was written stays, as does what is generic.
// CHECK-LABEL: func.func @map
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.mulf
func.func @map(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.map { arith.addf } ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>)
  %1 = linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]
  } ins(%0 : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %x : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
