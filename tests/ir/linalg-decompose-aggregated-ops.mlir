// RUN: asyncir opt %s -p linalg-decompose-aggregated-ops | filecheck %s

// A softmax is a maximum, `exp` of what is left, a sum and a quotient.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[TILED:.*]] = affine_map<(d0, d1, d2) -> (d0 * 4 + d2, d1)>
// CHECK-DAG: #[[WITHIN:.*]] = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
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

// A pack fills up the last tiles, and moves each element.
// CHECK-LABEL: func.func @pack
// CHECK: %[[P:.*]] = tensor.pad %a low[0, 0] high[3, 0] {
// CHECK: tensor.yield %x : f32
// CHECK: } : tensor<5x3xf32> to tensor<8x3xf32>
// CHECK: linalg.generic {indexing_maps = [#[[TILED]], #{{.*}}], {{.*}}} ins(%[[P]] : tensor<8x3xf32>) outs(%e : tensor<2x3x4xf32>)
func.func @pack(%a: tensor<5x3xf32>, %e: tensor<2x3x4xf32>, %x: f32) -> tensor<2x3x4xf32> {
  %0 = linalg.pack %a padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [4] into %e
    : tensor<5x3xf32> -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// An unpack looks for each element in its tile.
// CHECK-LABEL: func.func @unpack
// CHECK: linalg.generic {indexing_maps = [#[[WITHIN]], #[[ID]]], {{.*}}} ins(%e : tensor<2x3x4xf32>) outs(%a : tensor<5x3xf32>)
func.func @unpack(%a: tensor<5x3xf32>, %e: tensor<2x3x4xf32>) -> tensor<5x3xf32> {
  %0 = linalg.unpack %e inner_dims_pos = [0] inner_tiles = [4] into %a : tensor<2x3x4xf32> -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// Where a tile's size is an operand, the place is computed.
// CHECK-LABEL: func.func @open
// CHECK: arith.muli
// CHECK: tensor.pad
// CHECK: linalg.generic
// CHECK: linalg.index 2 : index
// CHECK: tensor.extract
func.func @open(%a: tensor<5x3xf32>, %e: tensor<?x3x?xf32>, %n: index, %x: f32) -> tensor<?x3x?xf32> {
  %0 = linalg.pack %a padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [%n] into %e
    : tensor<5x3xf32> -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}
