func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  linalg.matmul {a.b} ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<7x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<7x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: memref<4x16xf32>) {
  linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x8xi8>, %b: tensor<8x16xi8>, %c: tensor<4x16xi32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xi8>, tensor<8x16xi8>) outs(%c : tensor<4x16xi32>) -> tensor<4x16xi32>
  %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<4x8xi8>, tensor<8x16xi8>) outs(%c : tensor<4x16xi32>) -> tensor<4x16xi32>
  return
}
// -----
func.func @f(%a: tensor<4x8xi8>, %b: tensor<8x16xi8>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xi8>, tensor<8x16xi8>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf64>, %b: tensor<8x16xf64>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf64>, tensor<8x16xf64>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<8x4xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>] ins(%a, %b : tensor<8x4xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, n)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<8x4xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<2x4x8xf32>, %b: tensor<2x8x16xf32>, %c: tensor<2x4x16xf32>) {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%c : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<2x4x8xf32>, %b: tensor<3x8x16xf32>, %c: tensor<2x4x16xf32>) {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x4x8xf32>, tensor<3x8x16xf32>) outs(%c : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<2x4x8xf32>, %b: tensor<2x8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<4xf32>) {
  %0 = linalg.matvec ins(%a, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.vecmat ins(%c, %a : tensor<4xf32>, tensor<4x8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  return
}
// -----
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<f32>) {
  %0 = linalg.dot ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @f(%a: tensor<1x10x10x3xf32>, %b: tensor<3x3x3x8xf32>, %c: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x10x10x3xf32>, tensor<3x3x3x8xf32>) outs(%c : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %1 = linalg.conv_2d_nhwc_hwcf ins(%a, %b : tensor<1x10x10x3xf32>, tensor<3x3x3x8xf32>) outs(%c : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%a: tensor<1x10x10x3xf32>, %b: tensor<3x3x3x8xf32>, %c: tensor<1x4x4x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a, %b : tensor<1x10x10x3xf32>, tensor<3x3x3x8xf32>) outs(%c : tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<1x10x10x3xf32>, %b: tensor<3x3x3x8xf32>, %c: tensor<1x9x9x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<1x10x10x3xf32>, tensor<3x3x3x8xf32>) outs(%c : tensor<1x9x9x8xf32>) -> tensor<1x9x9x8xf32>
  return
}
// -----
func.func @f(%a: tensor<1x10x10x3xf32>, %b: tensor<3x3x3x8xf32>, %c: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<3xi64>} ins(%a, %b : tensor<1x10x10x3xf32>, tensor<3x3x3x8xf32>) outs(%c : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%a: tensor<1x10x10x3xf32>, %b: tensor<3x3x3x8xf32>, %c: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : vector<2xi64>} ins(%a, %b : tensor<1x10x10x3xf32>, tensor<3x3x3x8xf32>) outs(%c : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%a: tensor<1x10x10x3xf32>, %b: tensor<3x3x3x8xf32>, %c: tensor<1x8x8x8xf32>) {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = [1, 1]} ins(%a, %b : tensor<1x10x10x3xf32>, tensor<3x3x3x8xf32>) outs(%c : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return
}
// -----
func.func @f(%a: tensor<1x10x10x3xf32>, %b: tensor<3x3xf32>, %c: tensor<1x8x8x3xf32>) {
  %0 = linalg.pooling_nhwc_max {strides = dense<1> : vector<2xi64>} ins(%a, %b : tensor<1x10x10x3xf32>, tensor<3x3xf32>) outs(%c : tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
  %1 = linalg.pooling_nhwc_sum ins(%a, %b : tensor<1x10x10x3xf32>, tensor<3x3xf32>) outs(%c : tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
  return
}
// -----
func.func @f(%a: tensor<1x10x10x3xf32>, %b: tensor<3x3x3xf32>, %c: tensor<1x8x8x3xf32>) {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %b : tensor<1x10x10x3xf32>, tensor<3x3x3xf32>) outs(%c : tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
  return
}
// -----
func.func @f(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>, %c: tensor<4x?xf32>, %k: tensor<4x?xi1>) {
  %0 = linalg.add ins(%a, %b : tensor<4x?xf32>, tensor<4x?xf32>) outs(%c : tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = linalg.exp ins(%a : tensor<4x?xf32>) outs(%c : tensor<4x?xf32>) -> tensor<4x?xf32>
  %2 = linalg.select ins(%k, %a, %b : tensor<4x?xi1>, tensor<4x?xf32>, tensor<4x?xf32>) outs(%c : tensor<4x?xf32>) -> tensor<4x?xf32>
  %3 = linalg.powf ins(%a, %b : tensor<4x?xf32>, tensor<4x?xf32>) outs(%c : tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}
// -----
func.func @f(%a: tensor<4x?xf32>, %b: tensor<?xf32>, %c: tensor<4x?xf32>) {
  %0 = linalg.add ins(%a, %b : tensor<4x?xf32>, tensor<?xf32>) outs(%c : tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}
// -----
func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<4xf32>) {
  %0 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<5xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%a: tensor<4xf32>, %c: tensor<4xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%a: tensor<4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>] ins(%a : tensor<4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<4xf32>, %c: tensor<4xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%a: tensor<4xf32>, %c: tensor<4xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<foo> ins(%a : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%x: f32, %c: tensor<4xf32>, %m: memref<4xf32>) {
  %0 = linalg.fill ins(%x : f32) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  linalg.fill ins(%x : f32) outs(%m : memref<4xf32>)
  return
}
// -----
func.func @f(%x: i32, %c: tensor<4xf32>) {
  %0 = linalg.fill ins(%x : i32) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%x: tensor<4xf32>, %c: tensor<4xf32>) {
  %0 = linalg.fill ins(%x : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%x: f64, %s: i32, %c: tensor<4xf32>) {
  %0 = linalg.fill_rng_2d ins(%x, %x, %s : f64, f64, i32) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @f(%x: f64, %s: i32, %c: tensor<4x4xf32>) {
  %0 = linalg.fill_rng_2d ins(%x, %x, %s : f64, f64, i32) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%c : tensor<8x4xf32>) permutation = [1, 0]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%c : tensor<8x4xf32>) permutation = [0, 1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%c : tensor<8x4xf32>) permutation = [1, 1]
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%c : tensor<8x4xf32>) permutation = [1]
  return
}
// -----
func.func @f(%a: tensor<8xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.broadcast ins(%a : tensor<8xf32>) outs(%c : tensor<8x4xf32>) dimensions = [1]
  return
}
// -----
func.func @f(%a: tensor<8xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.broadcast ins(%a : tensor<8xf32>) outs(%c : tensor<8x4xf32>) dimensions = [0]
  return
}
// -----
func.func @f(%a: tensor<8xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.broadcast ins(%a : tensor<8xf32>) outs(%c : tensor<8x4xf32>) dimensions = []
  return
}
// -----
func.func @f(%a: tensor<8xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.broadcast ins(%a : tensor<8xf32>) outs(%c : tensor<8x4xf32>) dimensions = [2]
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8xf32>) {
  %0 = linalg.reduce ins(%a : tensor<8x4xf32>) outs(%c : tensor<8xf32>) dimensions = [1] (%i: f32, %o: f32) { %s = arith.addf %i, %o : f32 linalg.yield %s : f32 }
  %1 = linalg.reduce {arith.maximumf} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8xf32>) dimensions = [1]
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8xf32>) {
  %0 = linalg.reduce ins(%a : tensor<8x4xf32>) outs(%c : tensor<8xf32>) dimensions = [0] (%i: f32, %o: f32) { linalg.yield %i : f32 }
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8xf32>) {
  %0 = linalg.reduce ins(%a : tensor<8x4xf32>) outs(%c : tensor<8xf32>) dimensions = [1] (%i: f32) { linalg.yield %i : f32 }
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8xf32>) {
  %0 = linalg.reduce ins(%a : tensor<8x4xf32>) outs(%c : tensor<8xf32>) dimensions = [1, 1] (%i: f32, %o: f32) { linalg.yield %i : f32 }
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8xf32>) {
  %0 = linalg.reduce ins(%a : tensor<8x4xf32>) outs(%c : tensor<8xf32>) dimensions = [2] (%i: f32, %o: f32) { linalg.yield %i : f32 }
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8xf64>) {
  %0 = linalg.reduce ins(%a : tensor<8x4xf32>) outs(%c : tensor<8xf64>) dimensions = [1] (%i: f32, %o: f64) { linalg.yield %o : f64 }
  return
}
// -----
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  %0 = linalg.map { arith.addf } ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%c : tensor<8xf32>)
  %1 = linalg.map ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) (%i: f32, %o: f32) { linalg.yield %i : f32 }
  return
}
// -----
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  %1 = linalg.map ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) (%i: f32) { linalg.yield %i : f32 }
  return
}
// -----
func.func @f(%a: tensor<8xf32>, %b: tensor<4xf32>, %c: tensor<8xf32>) {
  %0 = linalg.map { arith.addf } ins(%a, %b : tensor<8xf32>, tensor<4xf32>) outs(%c : tensor<8xf32>)
  return
}
// -----
func.func @f(%a: tensor<8xf32>, %c: tensor<8xf32>) {
  %1 = linalg.map outs(%c : tensor<8xf32>) (%o: f32) { %z = linalg.index 0 : index
  linalg.yield %o : f32 }
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) { ^bb0(%i: f32, %o: f32): %x = linalg.index 1 : index
  linalg.yield %i : f32 } -> tensor<8x4xf32>
  %1 = linalg.generic {doc = "d", indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"], library_call = "l"} outs(%c : tensor<8x4xf32>) attrs = {a.b} { ^bb0(%o: f32): linalg.yield %o : f32 } -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel"]} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) { ^bb0(%i: f32, %o: f32): linalg.yield %i : f32 } -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) { ^bb0(%i: f32, %o: f32): linalg.yield %i : f32 } -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) { ^bb0(%i: f32, %o: f32): linalg.yield %i : f32 } -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) { ^bb0(%i: f32, %o: f32): linalg.yield %i : f32 } -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "foo"]} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) { ^bb0(%i: f32, %o: f32): linalg.yield %i : f32 } -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) { ^bb0(%i: f32): linalg.yield %i : f32 } -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) { ^bb0(%i: f32, %o: f32): linalg.yield %i, %o : f32, f32 } -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) { ^bb0(%i: f32, %o: f32): %z = linalg.index 2 : index
  linalg.yield %i : f32 } -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) { ^bb0(%i: f32, %o: f32): linalg.yield %i : f32 } -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<11x4xf32>, %c: tensor<8x4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<11x4xf32>) outs(%c : tensor<8x4xf32>) { ^bb0(%i: f32, %o: f32): linalg.yield %i : f32 } -> tensor<8x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x4xf32>, %c: tensor<8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<8x4xf32>) outs(%c : tensor<8xf32>) { ^bb0(%i: f32, %o: f32): linalg.yield %i : f32 } -> tensor<8xf32>
  return
}
// -----
func.func @f(%a: tensor<8xf32>, %c: tensor<8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) { ^bb0(%i: f32, %o: f32): linalg.yield %i : f32 } -> tensor<8xf32>
  return
}
// -----
func.func @f(%a: tensor<8xf32>) {
  %z = linalg.index 0 : index
  return
}
// -----
func.func @f(%a: tensor<8xf32>) {
  linalg.yield %a : tensor<8xf32>
  return
}
// -----
func.func @f(%a: tensor<8x16xf32>, %c: tensor<2x4x4x4xf32>, %x: f32) {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %c : tensor<8x16xf32> -> tensor<2x4x4x4xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %a : tensor<2x4x4x4xf32> -> tensor<8x16xf32>
  return
}
// -----
func.func @f(%a: tensor<8x15xf32>, %c: tensor<4x2x4x4xf32>, %x: f32) {
  %0 = linalg.pack %a padding_value(%x : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %c : tensor<8x15xf32> -> tensor<4x2x4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x15xf32>, %c: tensor<2x4x4x4xf32>, %x: f32) {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %c : tensor<8x15xf32> -> tensor<2x4x4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x16xf32>, %c: tensor<2x4x4x4xf32>, %x: f32) {
  %0 = linalg.pack %a inner_dims_pos = [0, 0] inner_tiles = [4, 4] into %c : tensor<8x16xf32> -> tensor<2x4x4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x16xf32>, %c: tensor<2x4x4x4xf32>, %x: f32) {
  %0 = linalg.pack %a inner_dims_pos = [0, 2] inner_tiles = [4, 4] into %c : tensor<8x16xf32> -> tensor<2x4x4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x16xf32>, %c: tensor<2x4x4x4xf32>, %x: f32) {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4] into %c : tensor<8x16xf32> -> tensor<2x4x4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x16xf32>, %c: tensor<2x4x4x4xf32>, %x: f32) {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, 0] into %c : tensor<8x16xf32> -> tensor<2x4x4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<8x16xf32>, %c: tensor<2x4x4x4xf32>, %n: index) {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, %n] into %c : tensor<8x16xf32> -> tensor<2x4x4x4xf32>
  return
}
// -----
func.func @f(%a: tensor<?x?xf32>, %c: tensor<?x?x4x?xf32>, %n: index, %x: f32) {
  %0 = linalg.pack %a padding_value(%x : f32) inner_dims_pos = [0, 1] inner_tiles = [4, %n] into %c : tensor<?x?xf32> -> tensor<?x?x4x?xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [4, %n] into %a : tensor<?x?x4x?xf32> -> tensor<?x?xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x8xf32>) {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x8xf32>) {
  %0 = linalg.softmax dimension(2) ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x9xf32>) {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x9xf32>) -> tensor<4x9xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x8xf32>) {
  %0 = linalg.copy ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x8xf16>) {
  %0 = linalg.copy ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x8xf16>) -> tensor<4x8xf16>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x8xf32>) {
  %0 = linalg.foo ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x8xf32>) {
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x9xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x8xf32>) {
  %0 = linalg.exp ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4x8xf32>) {
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
func.func @f(%a: tensor<4x8xi32>, %c: tensor<4x8xi32>) {
  %0 = linalg.exp ins(%a : tensor<4x8xi32>) outs(%c : tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}
// -----
func.func @f(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  return
}
// -----
func.func @f(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  return
}
// -----
func.func @f(%a: vector<4x8xf32>, %b: vector<7x16xf32>, %c: vector<4x16xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x8xf32>, vector<7x16xf32> into vector<4x16xf32>
  return
}
// -----
func.func @f(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "foo"]} %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  return
}
// -----
func.func @f(%a: vector<4xf32>, %c: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %a, %a, %c : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32, %v: vector<4xf32>, %k: vector<4xi1>) {
  %0 = vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  %3 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x?xf32>, vector<8x4xf32>
  %4 = vector.transfer_read %m[%i, %i], %x, %k : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [false]} : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i], %x : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, true]} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<?x?xf32>, vector<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (0)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index, %x: i32) {
  %0 = vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: tensor<?x?xf32>, %i: index, %x: f32, %v: vector<4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %x : tensor<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  return
}
// -----
func.func @f(%m: tensor<?x?xf32>, %i: index, %x: f32, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>, %i: index, %v: vector<f32>, %x: f32) {
  vector.transfer_write %v, %m[%i] : vector<f32>, memref<?xf32>
  %0 = vector.transfer_read %m[%i], %x : memref<?xf32>, vector<f32>
  return
}
// -----
func.func @f(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %x: f32, %k: vector<4xi1>, %p: vector<4xf32>) {
  %0 = vector.mask %k { vector.transfer_read %m[%i], %x : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %k { vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?xf32> } : vector<4xi1>
  %1 = vector.mask %k, %p { vector.transfer_read %m[%i], %x : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %2 = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return
}
// -----
func.func @f(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %k: vector<5xi1>, %x: f32) {
  %0 = vector.mask %k { vector.transfer_read %m[%i], %x : memref<?xf32>, vector<4xf32> } : vector<5xi1> -> vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %k: vector<4xi1>) {
  %0 = vector.mask %k { arith.addf %v, %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %k: vector<4xi1>) {
  vector.mask %k { } : vector<4xi1>
  return
}
// -----
func.func @f(%v: vector<4xf32>, %k: vector<4xi1>) {
  %0 = vector.mask %k { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}
// -----
ml_program.global private @a(dense<1.0> : tensor<4xf32>) : tensor<4xf32> ml_program.global public mutable @b : tensor<?xf32> ml_program.global private mutable @c(#ml_program.extern : tensor<?xf32>) : tensor<?xf32>
// -----
ml_program.global private @a : tensor<4xf32>
// -----
ml_program.global private @a(dense<1.0> : tensor<4xf32>) : tensor<5xf32>
// -----
ml_program.global @a(dense<1.0> : tensor<4xf32>) : tensor<4xf32>
// -----
ml_program.func @f(%x: i32) -> i32 { ml_program.return %x : i32 } ml_program.subgraph private @g(%x: i32) -> i32 { ml_program.output %x : i32 }
// -----
ml_program.func @f(%x: i32) -> i32 { ml_program.output %x : i32 }
// -----
ml_program.subgraph @g(%x: i32) -> i32 { ml_program.return %x : i32 }
// -----
ml_program.func @f(%x: i32) -> i32 { ml_program.return }
// -----
ml_program.func private @f(i32) -> i32
// -----
ml_program.subgraph private @g(i32) -> i32
// -----
ml_program.global private mutable @a(dense<1> : tensor<i64>) : tensor<i64> func.func @f() { %0 = ml_program.global_load @a : tensor<i64> ml_program.global_store @a = %0 : tensor<i64> %1 = ml_program.global_load_const @a : tensor<i64> return }
// -----
ml_program.global private @a(dense<1> : tensor<i64>) : tensor<i64> func.func @f() { %0 = ml_program.global_load_const @a : tensor<i64> ml_program.global_store @a = %0 : tensor<i64> return }
// -----
ml_program.global private @a(dense<1> : tensor<i64>) : tensor<i64> func.func @f() { %0 = ml_program.global_load @a : tensor<i32> return }
// -----
func.func @f() { %0 = ml_program.global_load @a : tensor<i32> return }
// -----
func.func @f() { %t = ml_program.token ml_program.token return }
