func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>, %mb: memref<8x16xf32>, %mc: memref<4x16xf32>) {
  linalg.matmul ins(%ma, %mb : memref<4x8xf32>, memref<8x16xf32>) outs(%mc : memref<4x16xf32>)
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>, %mb: memref<8x16xf32>, %mc: memref<4x16xf32>) {
  linalg.matmul {foo = 1} ins(%ma, %mb : memref<4x8xf32>, memref<8x16xf32>) outs(%mc : memref<4x16xf32>)
  return
}
// -----
func.func @f(%ai: tensor<4x8xi8>, %bi: tensor<8x16xi8>, %ci: tensor<4x16xi32>) {
  %0 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%ai, %bi : tensor<4x8xi8>, tensor<8x16xi8>) outs(%ci : tensor<4x16xi32>) -> tensor<4x16xi32>
  return
}
// -----
func.func @f(%ai: tensor<4x8xi8>, %bi: tensor<8x16xi8>, %ci: tensor<4x16xi32>) {
  %0 = linalg.matmul {cast = #linalg.type_fn<cast_signed>} ins(%ai, %bi : tensor<4x8xi8>, tensor<8x16xi8>) outs(%ci : tensor<4x16xi32>) -> tensor<4x16xi32>
  return
}
// -----
func.func @f(%b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%at, %b : tensor<8x4xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x16xf32>, %bt: tensor<16x8xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %bt : tensor<4x8xf32>, tensor<16x8xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%v8, %b : tensor<8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0 + 1, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul indexing_maps = [5] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x17xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>)
  return
}
// -----
func.func @f(%b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.matmul ins(%v8, %b : tensor<8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>, %mb: memref<8x16xf32>, %mc: memref<4x16xf32>) {
  linalg.matmul ins(%ma, %mb : memref<4x8xf32>, memref<8x16xf32>) outs(%mc : memref<4x16xf32>) -> memref<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %mc: memref<4x16xf32>) {
  linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%mc : memref<4x16xf32>)
  return
}
// -----
func.func @f(%ba: tensor<2x4x8xf32>, %bb: tensor<2x8x16xf32>, %bc: tensor<2x4x16xf32>) {
  %0 = linalg.batch_matmul ins(%ba, %bb : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%bc : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %bb: tensor<2x8x16xf32>, %bc: tensor<2x4x16xf32>) {
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%a, %bb : tensor<4x8xf32>, tensor<2x8x16xf32>) outs(%bc : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}
// -----
func.func @f(%v8: tensor<8xf32>, %bb: tensor<2x8x16xf32>, %bc: tensor<2x4x16xf32>) {
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%v8, %bb : tensor<8xf32>, tensor<2x8x16xf32>) outs(%bc : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %bb: tensor<2x8x16xf32>, %bc: tensor<2x4x16xf32>) {
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%a, %bb : tensor<4x8xf32>, tensor<2x8x16xf32>) outs(%bc : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}
// -----
func.func @f(%ba: tensor<2x4x8xf32>, %bb: tensor<2x8x16xf32>, %bc: tensor<2x4x16xf32>) {
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, n, m)>] ins(%ba, %bb : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%bc : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}
// -----
func.func @f(%c: tensor<4x16xf32>, %ba: tensor<2x4x8xf32>, %bb: tensor<2x8x16xf32>) {
  %0 = linalg.batch_reduce_matmul ins(%ba, %bb : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x16xf32>, %bb: tensor<2x8x16xf32>) {
  %0 = linalg.batch_reduce_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (m, n)>] ins(%a, %bb : tensor<4x8xf32>, tensor<2x8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>, %v4: tensor<4xf32>) {
  %0 = linalg.matvec ins(%a, %v8 : tensor<4x8xf32>, tensor<8xf32>) outs(%v4 : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>, %v4: tensor<4xf32>) {
  %0 = linalg.vecmat ins(%v4, %a : tensor<4xf32>, tensor<4x8xf32>) outs(%v8 : tensor<8xf32>) -> tensor<8xf32>
  return
}
// -----
func.func @f(%v8: tensor<8xf32>, %z: tensor<f32>) {
  %0 = linalg.dot ins(%v8, %v8 : tensor<8xf32>, tensor<8xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @f(%v8: tensor<8xf32>, %v4: tensor<4xf32>, %z: tensor<f32>) {
  %0 = linalg.dot ins(%v8, %v4 : tensor<8xf32>, tensor<4xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v4: tensor<4xf32>) {
  %0 = linalg.matvec ins(%a, %v4 : tensor<4x8xf32>, tensor<4xf32>) outs(%v4 : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.matmul_transpose_a ins(%at, %b : tensor<8x4xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%ai: tensor<4x8xi8>, %bi: tensor<8x16xi8>, %ci: tensor<4x16xi32>, %i: i32) {
  %0 = linalg.quantized_matmul ins(%ai, %bi, %i, %i : tensor<4x8xi8>, tensor<8x16xi8>, i32, i32) outs(%ci : tensor<4x16xi32>) -> tensor<4x16xi32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>, %mb: memref<8x16xf32>, %mc: memref<4x16xf32>) {
  linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {foo} ins(%ma, %mb : memref<4x8xf32>, memref<8x16xf32>) outs(%mc : memref<4x16xf32>)
  return
}
// -----
func.func @f(%v8: tensor<8xf32>, %z: tensor<f32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>] ins(%v8, %v8 : tensor<8xf32>, tensor<8xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m + 1, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, m)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v4: tensor<4xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (m)>] ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%v4 : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k, l) -> (m, k)>, affine_map<(m, n, k, l) -> (k, n)>, affine_map<(m, n, k, l) -> (m, n)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.contract ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>] ins(%v8, %a : tensor<8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>] ins(%at, %a : tensor<8x4xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<foo> ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d1)>] ins(%v8, %a : tensor<8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>] ins(%v8, %a : tensor<8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.elementwise ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%ma : memref<4x8xf32>) outs(%ma : memref<4x8xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.log ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.abs ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.ceil ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.floor ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.negf ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.reciprocal ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.round ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.sqrt ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.rsqrt ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.square ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.tanh ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = linalg.erf ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.add ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.sub ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.mul ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.div ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.max ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.min ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.powf ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%ai: tensor<4x8xi8>) {
  %0 = linalg.div_unsigned ins(%ai, %ai : tensor<4x8xi8>, tensor<4x8xi8>) outs(%ai : tensor<4x8xi8>) -> tensor<4x8xi8>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %c1 = tensor.empty() : tensor<4x8xi1>
  %0 = linalg.select ins(%c1, %a, %a : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%at : tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%ai: tensor<4x8xi8>) {
  %0 = linalg.exp ins(%ai : tensor<4x8xi8>) outs(%ai : tensor<4x8xi8>) -> tensor<4x8xi8>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.add ins(%a, %v8 : tensor<4x8xf32>, tensor<8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.add ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %ma: memref<4x8xf32>, %ai: tensor<4x8xi8>) {
  %0 = linalg.copy ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  linalg.copy ins(%ma : memref<4x8xf32>) outs(%ma : memref<4x8xf32>)
  %1 = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%ai : tensor<4x8xi8>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %ma: memref<4x8xf32>, %f: f32, %z: tensor<f32>) {
  %0 = linalg.fill ins(%f : f32) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  linalg.fill ins(%f : f32) outs(%ma : memref<4x8xf32>)
  %1 = linalg.fill ins(%f : f32) outs(%z : tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %f: f32) {
  %0 = linalg.fill ins(%f, %f : f32, f32) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %f: f32) {
  %0 = linalg.fill ins(%f : f32) outs(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>, %f: f32) {
  %0 = linalg.fill ins(%f : f32) outs(%ma : memref<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %i: i32) {
  %0 = linalg.fill ins(%i : i32) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.fill ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %i: i32) {
  %d = arith.constant 0.0 : f64
  %0 = linalg.fill_rng_2d ins(%d, %d, %i : f64, f64, i32) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.broadcast ins(%v8 : tensor<8xf32>) outs(%a : tensor<4x8xf32>) dimensions = [0]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %z: tensor<f32>) {
  %0 = linalg.broadcast ins(%z : tensor<f32>) outs(%a : tensor<4x8xf32>) dimensions = [0, 1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.broadcast ins(%v8 : tensor<8xf32>) outs(%a : tensor<4x8xf32>) dimensions = [1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.broadcast ins(%v8 : tensor<8xf32>) outs(%a : tensor<4x8xf32>) dimensions = []
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.broadcast ins(%v8 : tensor<8xf32>) outs(%a : tensor<4x8xf32>) dimensions = [2]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.broadcast ins(%v8 : tensor<8xf32>) outs(%a : tensor<4x8xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%at : tensor<8x4xf32>) permutation = [1, 0]
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>) {
  linalg.transpose ins(%ma : memref<4x8xf32>) outs(%ma : memref<4x8xf32>) permutation = [0, 1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%at : tensor<8x4xf32>) permutation = [0, 1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%at : tensor<8x4xf32>) permutation = [1, 1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%at : tensor<8x4xf32>) permutation = [1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%v8 : tensor<8xf32>) permutation = [1, 0]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%at : tensor<8x4xf32>) permutation = [1, 0] {foo = 1}
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.map ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) (%l: f32, %r: f32, %o: f32) { %1 = arith.addf %l, %r : f32 linalg.yield %1 : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.map { arith.addf } ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %f: f32) {
  %0 = linalg.map outs(%a : tensor<4x8xf32>) (%o: f32) { linalg.yield %f : f32 }
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>) {
  linalg.map ins(%ma : memref<4x8xf32>) outs(%ma : memref<4x8xf32>) (%l: f32, %o: f32) { linalg.yield %l : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.map { math.absf } ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.map ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) (%l: f32) { linalg.yield %l : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.map ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) (%l: f64, %o: f32) { linalg.yield %o : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.map ins(%a : tensor<4x8xf32>) outs(%at : tensor<8x4xf32>) (%l: f32, %o: f32) { linalg.yield %o : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %i: i32) {
  %0 = linalg.map ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) (%l: f32, %o: f32) { linalg.yield %i : i32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.map { arith.nosuch } ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v4: tensor<4xf32>) {
  %0 = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%v4 : tensor<4xf32>) dimensions = [1] (%l: f32, %o: f32) { %1 = arith.addf %l, %o : f32 linalg.yield %1 : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %z: tensor<f32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%z : tensor<f32>) dimensions = [0, 1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v4: tensor<4xf32>, %ai: tensor<4x8xi8>) {
  %0:2 = linalg.reduce ins(%a, %ai : tensor<4x8xf32>, tensor<4x8xi8>) outs(%v4, %v4 : tensor<4xf32>, tensor<4xf32>) dimensions = [1] (%l: f32, %m: i8, %o: f32, %p: f32) { linalg.yield %o, %p : f32, f32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.reduce { arith.maximumf } ins(%a : tensor<4x8xf32>) outs(%v8 : tensor<8xf32>) dimensions = [0]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v8: tensor<8xf32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%v8 : tensor<8xf32>) dimensions = [1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v4: tensor<4xf32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%v4 : tensor<4xf32>) dimensions = [1, 1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v4: tensor<4xf32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%v4 : tensor<4xf32>) dimensions = [2]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v4: tensor<4xf32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%v4 : tensor<4xf32>) dimensions = [-1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) dimensions = []
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v4: tensor<4xf32>) {
  %0 = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%v4 : tensor<4xf32>) dimensions = [1] (%l: f32) { linalg.yield %l : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v4: tensor<4xf32>) {
  %0 = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%v4 : tensor<4xf32>) dimensions = [1] (%l: f32, %o: i32) { linalg.yield %l : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v4: tensor<4xf32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%v4 : tensor<4xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>) {
  linalg.softmax dimension(0) ins(%ma : memref<4x8xf32>) outs(%ma : memref<4x8xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.softmax dimension(2) ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.softmax dimension(-1) ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %at: tensor<8x4xf32>) {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%at : tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.softmax ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f() {
  %0 = linalg.index 0 : index
  return
}
// -----
func.func @f(%f: f32) {
  linalg.yield %f : f32
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): %q = linalg.index 1 : index
  linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["parallel", "reduction"]} ins(%ma : memref<4x8xf32>) outs(%ma : memref<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %l : f32 }
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%ma : memref<4x8xf32>) { ^bb0(%o: f32): linalg.yield %o : f32 }
  return
}
// -----
func.func @f(%ma: memref<4x8xf32>) {
  linalg.generic {doc = "my op", library_call = "lib_f", indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%ma : memref<4x8xf32>) attrs = {foo = 1} { ^bb0(%o: f32): linalg.yield %o : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %v4: tensor<4xf32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%a, %v4 : tensor<4x8xf32>, tensor<4xf32>) { ^bb0(%l: f32, %o: f32, %p: f32): linalg.yield %l, %p : f32, f32 } -> (tensor<4x8xf32>, tensor<4xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %f: f32) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%f : f32) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "window"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "random"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j)[s] -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32): linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: i32, %o: f32): linalg.yield %o : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %i: i32) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %i : i32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %o, %o : f32, f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %o : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %o : f32 } -> tensor<?x?xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %o : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %t: tensor<?x?xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i * 2, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%t : tensor<?x?xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %o : f32 } -> tensor<?x?xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %o : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (0, 0)>, affine_map<(i, j) -> (0, 0)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %o : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %o : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): linalg.yield %o : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%z: tensor<f32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%z : tensor<f32>) outs(%z : tensor<f32>) { ^bb0(%l: f32, %o: f32): linalg.yield %o : f32 } -> tensor<f32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): %q = linalg.index 2 : index
  linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) { ^bb0(%l: f32, %o: f32): %q = linalg.index -1 : index
  linalg.yield %l : f32 } -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.pack %s inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %d : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %tr: tensor<8x16x8x32xf32>) {
  %0 = linalg.pack %s outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %tr : tensor<128x256xf32> -> tensor<8x16x8x32xf32>
  return
}
// -----
func.func @f(%p: f32, %odd: tensor<130x256xf32>, %od: tensor<17x8x8x32xf32>) {
  %0 = linalg.pack %odd padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %od : tensor<130x256xf32> -> tensor<17x8x8x32xf32>
  return
}
// -----
func.func @f(%odd: tensor<130x256xf32>, %od: tensor<17x8x8x32xf32>) {
  %0 = linalg.pack %odd inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %od : tensor<130x256xf32> -> tensor<17x8x8x32xf32>
  return
}
// -----
func.func @f(%p: f32, %dy: tensor<?x?xf32>, %dp: tensor<?x?x8x32xf32>) {
  %0 = linalg.pack %dy padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %dp : tensor<?x?xf32> -> tensor<?x?x8x32xf32>
  return
}
// -----
func.func @f(%x: index, %dy: tensor<?x?xf32>, %dt: tensor<?x?x?x?xf32>) {
  %0 = linalg.pack %dy inner_dims_pos = [0, 1] inner_tiles = [%x, %x] into %dt : tensor<?x?xf32> -> tensor<?x?x?x?xf32>
  return
}
// -----
func.func @f(%x: index, %dy: tensor<?x?xf32>, %dt: tensor<?x?x?x?xf32>) {
  %0 = linalg.pack %dy inner_dims_pos = [0, 1] inner_tiles = [8, %x] into %dt : tensor<?x?xf32> -> tensor<?x?x?x?xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.pack %s inner_dims_pos = [0, 1] inner_tiles = [8, 33] into %d : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.pack %s inner_dims_pos = [0, 0] inner_tiles = [8, 32] into %d : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.pack %s inner_dims_pos = [0, 2] inner_tiles = [8, 32] into %d : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.pack %s inner_dims_pos = [0] inner_tiles = [8, 32] into %d : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.pack %s outer_dims_perm = [1, 1] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %d : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.pack %s outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %d : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>, %i: i32) {
  %0 = linalg.pack %s padding_value(%i : i32) inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %d : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.pack %s inner_dims_pos = [0, 1] inner_tiles = [0, 32] into %d : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>) {
  %0 = linalg.pack %s inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %s : tensor<128x256xf32> -> tensor<128x256xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.pack %s inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %d {a} : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return
}
// -----
func.func @f(%ms: memref<128x256xf32>, %md: memref<16x8x8x32xf32>) {
  linalg.pack %ms inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %md : memref<128x256xf32> -> memref<16x8x8x32xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.unpack %d inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %s : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %tr: tensor<8x16x8x32xf32>) {
  %0 = linalg.unpack %tr outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %s : tensor<8x16x8x32xf32> -> tensor<128x256xf32>
  return
}
// -----
func.func @f(%odd: tensor<130x256xf32>, %od: tensor<17x8x8x32xf32>) {
  %0 = linalg.unpack %od inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %odd : tensor<17x8x8x32xf32> -> tensor<130x256xf32>
  return
}
// -----
func.func @f(%x: index, %dy: tensor<?x?xf32>, %dt: tensor<?x?x?x?xf32>) {
  %0 = linalg.unpack %dt inner_dims_pos = [0, 1] inner_tiles = [%x, %x] into %dy : tensor<?x?x?x?xf32> -> tensor<?x?xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.unpack %d inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %s : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.unpack %d inner_dims_pos = [1, 0] inner_tiles = [32, 8] into %s : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>) {
  %0 = linalg.unpack %s inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %d : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  return
}
// -----
func.func @f(%s: tensor<128x256xf32>, %d: tensor<16x8x8x32xf32>, %p: f32) {
  %0 = linalg.unpack %d padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %s : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  return
}
// -----
func.func @f(%ms: memref<128x256xf32>, %md: memref<16x8x8x32xf32>) {
  linalg.unpack %md inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %ms : memref<16x8x8x32xf32> -> memref<128x256xf32>
  return
}
// -----
func.func @f(%i1: tensor<10xf32>, %f1: tensor<3xf32>, %o1: tensor<8xf32>) {
  %0 = linalg.conv_1d ins(%i1, %f1 : tensor<10xf32>, tensor<3xf32>) outs(%o1 : tensor<8xf32>) -> tensor<8xf32>
  return
}
// -----
func.func @f(%i2: tensor<10x10xf32>, %f2: tensor<3x3xf32>, %o2: tensor<8x8xf32>) {
  %0 = linalg.conv_2d ins(%i2, %f2 : tensor<10x10xf32>, tensor<3x3xf32>) outs(%o2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwcf: tensor<3x3x4x8xf32>, %nhwf: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%nhwc, %hwcf : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwcf: tensor<3x3x4x8xf32>, %nhwf: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%nhwc, %hwcf : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwcf: tensor<3x3x4x8xf32>, %nhwf: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : vector<2xi64>, foo = 1} ins(%nhwc, %hwcf : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwcf: tensor<3x3x4x8xf32>, %nhwf: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%nhwc, %hwcf : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwcf: tensor<3x3x4x8xf32>, %nhwf: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<1xi64>} ins(%nhwc, %hwcf : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwcf: tensor<3x3x4x8xf32>, %nhwf: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi32>} ins(%nhwc, %hwcf : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwcf: tensor<3x3x4x8xf32>, %nhwf: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = 1} ins(%nhwc, %hwcf : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwcf: tensor<3x3x4x8xf32>, %nhwf: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1.0> : tensor<2xf32>} ins(%nhwc, %hwcf : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwcf: tensor<3x3x4x8xf32>, %nhwf: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<0> : tensor<2xi64>} ins(%nhwc, %hwcf : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwcf: tensor<3x3x4x8xf32>, %nhwf: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<-1> : tensor<2xi64>} ins(%nhwc, %hwcf : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %nhwf: tensor<1x8x8x8xf32>, %fchw: tensor<8x4x3x3xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%nhwc, %fchw : tensor<1x10x10x4xf32>, tensor<8x4x3x3xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %fhwc: tensor<8x3x3x4xf32>, %nhwf: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_fhwc ins(%nhwc, %fhwc : tensor<1x10x10x4xf32>, tensor<8x3x3x4xf32>) outs(%nhwf : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nchw: tensor<1x4x10x10xf32>, %fchw: tensor<8x4x3x3xf32>, %nfhw: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nchw_fchw ins(%nchw, %fchw : tensor<1x4x10x10xf32>, tensor<8x4x3x3xf32>) outs(%nfhw : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%nwc: tensor<1x10x4xf32>, %wcf: tensor<3x4x8xf32>, %nwf: tensor<1x8x8xf32>) {
  %0 = linalg.conv_1d_nwc_wcf ins(%nwc, %wcf : tensor<1x10x4xf32>, tensor<3x4x8xf32>) outs(%nwf : tensor<1x8x8xf32>) -> tensor<1x8x8xf32>
  return
}
// -----
func.func @f(%ncw: tensor<1x4x10xf32>, %fcw: tensor<8x4x3xf32>, %nfw: tensor<1x8x8xf32>) {
  %0 = linalg.conv_1d_ncw_fcw ins(%ncw, %fcw : tensor<1x4x10xf32>, tensor<8x4x3xf32>) outs(%nfw : tensor<1x8x8xf32>) -> tensor<1x8x8xf32>
  return
}
// -----
func.func @f(%ndhwc: tensor<1x6x6x6x2xf32>, %dhwcf: tensor<3x3x3x2x4xf32>, %ndhwf: tensor<1x4x4x4x4xf32>) {
  %0 = linalg.conv_3d_ndhwc_dhwcf ins(%ndhwc, %dhwcf : tensor<1x6x6x6x2xf32>, tensor<3x3x3x2x4xf32>) outs(%ndhwf : tensor<1x4x4x4x4xf32>) -> tensor<1x4x4x4x4xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwc: tensor<3x3x4xf32>, %p: tensor<1x8x8x4xf32>) {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%nhwc, %hwc : tensor<1x10x10x4xf32>, tensor<3x3x4xf32>) outs(%p : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %hwcm: tensor<3x3x4x2xf32>, %nhwcm: tensor<1x8x8x4x2xf32>) {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%nhwc, %hwcm : tensor<1x10x10x4xf32>, tensor<3x3x4x2xf32>) outs(%nhwcm : tensor<1x8x8x4x2xf32>) -> tensor<1x8x8x4x2xf32>
  return
}
// -----
func.func @f(%nchw: tensor<1x4x10x10xf32>, %pn: tensor<1x4x8x8xf32>, %chw: tensor<4x3x3xf32>) {
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%nchw, %chw : tensor<1x4x10x10xf32>, tensor<4x3x3xf32>) outs(%pn : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return
}
// -----
func.func @f(%nwc: tensor<1x10x4xf32>, %pw: tensor<1x8x4xf32>, %wc: tensor<3x4xf32>) {
  %0 = linalg.depthwise_conv_1d_nwc_wc ins(%nwc, %wc : tensor<1x10x4xf32>, tensor<3x4xf32>) outs(%pw : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %w: tensor<3x3xf32>, %p: tensor<1x8x8x4xf32>) {
  %0 = linalg.pooling_nhwc_sum ins(%nhwc, %w : tensor<1x10x10x4xf32>, tensor<3x3xf32>) outs(%p : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %1 = linalg.pooling_nhwc_max {strides = dense<1> : tensor<2xi64>} ins(%nhwc, %w : tensor<1x10x10x4xf32>, tensor<3x3xf32>) outs(%p : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %2 = linalg.pooling_nhwc_min ins(%nhwc, %w : tensor<1x10x10x4xf32>, tensor<3x3xf32>) outs(%p : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return
}
// -----
func.func @f(%nchw: tensor<1x4x10x10xf32>, %w: tensor<3x3xf32>, %pn: tensor<1x4x8x8xf32>) {
  %0 = linalg.pooling_nchw_sum ins(%nchw, %w : tensor<1x4x10x10xf32>, tensor<3x3xf32>) outs(%pn : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %1 = linalg.pooling_nchw_max ins(%nchw, %w : tensor<1x4x10x10xf32>, tensor<3x3xf32>) outs(%pn : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return
}
// -----
func.func @f(%w: tensor<3x3xf32>, %ni: tensor<1x10x10x4xi8>, %pi: tensor<1x8x8x4xi32>) {
  %0 = linalg.pooling_nhwc_max_unsigned ins(%ni, %w : tensor<1x10x10x4xi8>, tensor<3x3xf32>) outs(%pi : tensor<1x8x8x4xi32>) -> tensor<1x8x8x4xi32>
  return
}
// -----
func.func @f(%nwc: tensor<1x10x4xf32>, %w1: tensor<3xf32>, %pw: tensor<1x8x4xf32>) {
  %0 = linalg.pooling_nwc_sum ins(%nwc, %w1 : tensor<1x10x4xf32>, tensor<3xf32>) outs(%pw : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  %1 = linalg.pooling_nwc_max ins(%nwc, %w1 : tensor<1x10x4xf32>, tensor<3xf32>) outs(%pw : tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  return
}
// -----
func.func @f(%nchw: tensor<1x4x10x10xf32>, %w: tensor<3x3xf32>, %p: tensor<1x8x8x4xf32>) {
  %0 = linalg.pooling_nhwc_sum ins(%nchw, %w : tensor<1x4x10x10xf32>, tensor<3x3xf32>) outs(%p : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return
}
// -----
func.func @f(%nhwc: tensor<1x10x10x4xf32>, %w: tensor<3x3xf32>, %p: tensor<1x8x8x4xf32>) {
  %0 = linalg.pooling_nhwc_foo ins(%nhwc, %w : tensor<1x10x10x4xf32>, tensor<3x3xf32>) outs(%p : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>) outs(%fo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%i: tensor<2x10x10x5xf32>, %io: tensor<6x6x2x2x2x5xf32>) {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%i : tensor<2x10x10x5xf32>) outs(%io : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  return
}
// -----
func.func @f(%v: tensor<6x6x2x2x2x2xf32>, %o: tensor<2x8x8x2xf32>) {
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%v : tensor<6x6x2x2x2x2xf32>) outs(%o : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_9_9) ins(%f : tensor<2x3x3x5xf32>) outs(%fo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_2_3) ins(%f : tensor<2x3x3x5xf32>) outs(%fo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_2_5) ins(%f : tensor<2x3x3x5xf32>) outs(%fo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%i: tensor<2x10x10x5xf32>, %io: tensor<6x6x2x2x2x5xf32>) {
  %0 = linalg.winograd_input_transform fmr(F_2_3) ins(%i : tensor<2x10x10x5xf32>) outs(%io : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  return
}
// -----
func.func @f(%v: tensor<6x6x2x2x2x2xf32>, %o: tensor<2x8x8x2xf32>) {
  %0 = linalg.winograd_output_transform fmr(F_2_3) ins(%v : tensor<6x6x2x2x2x2xf32>) outs(%o : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return
}
// -----
func.func @f(%v: tensor<6x6x2x2x2x2xf32>, %o: tensor<2x8x8x2xf32>) {
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%v : tensor<6x6x2x2x2x2xf32>) outs(%o : tensor<2x8x8x2xf32>) -> tensor<2x8x9x2xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) {a = 1} ins(%f : tensor<2x3x3x5xf32>) outs(%fo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform m(4) r(3) ins(%f : tensor<2x3x3x5xf32>) outs(%fo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform {a = 1} fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>) outs(%fo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr("F_4_3") ins(%f : tensor<2x3x3x5xf32>) outs(%fo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>) outs(%fo : tensor<6x6x5x2xf32>)
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = "linalg.winograd_filter_transform"(%f, %fo) <{fmr = 1 : i32}> : (tensor<2x3x3x5xf32>, tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = "linalg.winograd_filter_transform"(%f, %fo) <{fmr = 3 : i32}> : (tensor<2x3x3x5xf32>, tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>) {
  %0 = "linalg.winograd_filter_transform"(%f, %fo) : (tensor<2x3x3x5xf32>, tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%fo: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%fo : tensor<6x6x5x2xf32>) outs(%fo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}
// -----
func.func @f(%io: tensor<6x6x2x2x2x5xf32>, %v: tensor<6x6x2x2x2x2xf32>) {
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%v : tensor<6x6x2x2x2x2xf32>) outs(%io : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  return
}
// -----
func.func @f(%f: tensor<2x3x1x5xf32>, %fo: tensor<6x1x5x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x1x5xf32>) outs(%fo : tensor<6x1x5x2xf32>) -> tensor<6x1x5x2xf32>
  return
}
// -----
func.func @f(%fo: tensor<6x1x5x2xf32>, %f1: tensor<2x1x1x5xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f1 : tensor<2x1x1x5xf32>) outs(%fo : tensor<6x1x5x2xf32>) -> tensor<6x1x5x2xf32>
  return
}
// -----
func.func @f(%d: tensor<?x?x?x?xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%d : tensor<?x?x?x?xf32>) outs(%d : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return
}
// -----
func.func @f(%i: tensor<2x6x1x5xf32>, %io: tensor<6x1x1x1x2x5xf32>) {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%i : tensor<2x6x1x5xf32>) outs(%io : tensor<6x1x1x1x2x5xf32>) -> tensor<6x1x1x1x2x5xf32>
  return
}
// -----
func.func @f(%io: tensor<6x1x1x1x2x5xf32>, %i2: tensor<2x11x1x5xf32>) {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%i2 : tensor<2x11x1x5xf32>) outs(%io : tensor<6x1x1x1x2x5xf32>) -> tensor<6x1x1x1x2x5xf32>
  return
}
// -----
func.func @f(%v: tensor<6x1x1x1x2x2xf32>, %o: tensor<2x4x1x2xf32>) {
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%v : tensor<6x1x1x1x2x2xf32>) outs(%o : tensor<2x4x1x2xf32>) -> tensor<2x4x1x2xf32>
  return
}
// -----
func.func @f(%ih: tensor<2x?x?x5xf32>, %ioh: tensor<6x6x?x?x2x5xf32>) {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%ih : tensor<2x?x?x5xf32>) outs(%ioh : tensor<6x6x?x?x2x5xf32>) -> tensor<6x6x?x?x2x5xf32>
  return
}
// -----
func.func @f(%vh: tensor<6x6x?x?x2x2xf32>, %oh: tensor<2x?x?x2xf32>) {
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%vh : tensor<6x6x?x?x2x2xf32>) outs(%oh : tensor<2x?x?x2xf32>) -> tensor<2x?x?x2xf32>
  return
}
// -----
func.func @f(%d: tensor<?x?x?x?xf32>, %dd: tensor<?x?x?x?x?x?xf32>) {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%d : tensor<?x?x?x?xf32>) outs(%dd : tensor<?x?x?x?x?x?xf32>) -> tensor<?x?x?x?x?x?xf32>
  return
}
// -----
func.func @f(%i: tensor<2x6x1x5xf32>, %io: tensor<6x1x1x1x2x5xf32>) {
  %0 = linalg.winograd_input_transform fmr(F_2_5) ins(%i : tensor<2x6x1x5xf32>) outs(%io : tensor<6x1x1x1x2x5xf32>) -> tensor<6x1x1x1x2x5xf32>
  return
}
// -----
func.func @f(%v: tensor<6x1x1x1x2x2xf32>, %o: tensor<2x4x1x2xf32>) {
  %0 = linalg.winograd_output_transform fmr(F_2_5) ins(%v : tensor<6x1x1x1x2x2xf32>) outs(%o : tensor<2x4x1x2xf32>) -> tensor<2x4x1x2xf32>
  return
}
