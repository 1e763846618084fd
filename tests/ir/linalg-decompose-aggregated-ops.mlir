// RUN: asyncir opt %s -p linalg-decompose-aggregated-ops | filecheck %s

// A softmax is a maximum, `exp` of what is left, a sum and a quotient.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @rows
// CHECK: %[[D:.*]] = tensor.dim %a, %{{.*}} : tensor<?x4xf32>
// CHECK: %[[E:.*]] = tensor.empty(%[[D]]) : tensor<?xf32>
// CHECK: %[[LEAST:.*]] = arith.constant -3.40282347E+38 : f32
// CHECK: %[[M0:.*]] = linalg.fill ins(%[[LEAST]] : f32) outs(%[[E]] : tensor<?xf32>)
// CHECK: %[[M:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ROW]]], iterator_types = ["parallel", "reduction"]}
// CHECK: arith.maxnumf
// CHECK: %[[X:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME: ins(%a, %[[M]] : tensor<?x4xf32>, tensor<?xf32>) outs(%b : tensor<?x4xf32>)
// CHECK: arith.subf
// CHECK-NEXT: math.exp
// CHECK: %[[S0:.*]] = linalg.fill
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<?x4xf32>) outs(%[[S0]] : tensor<?xf32>)
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[S]] : tensor<?x4xf32>, tensor<?xf32>) outs(%b : tensor<?x4xf32>)
// CHECK: arith.divf
func.func @rows(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<?x4xf32>) outs(%b : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
