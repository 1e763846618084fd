func.func @rd(%m: memref<4x4xf32>, %i: index, %m2: f32) {
  %0 = vector.load %m[%i, %i] {nontemporal = true, alignment = 16 : i64} : memref<4x4xf32>, vector<4xf32>
  vector.store %0, %m[%i, %i] : memref<4x4xf32>, vector<4xf32>
  %1 = memref.dim %m, %i : memref<4x4xf32>
  %2 = memref.rank %m : memref<4x4xf32>
  %3 = memref.atomic_rmw addf %m2, %m[%i, %i] : (f32, memref<4x4xf32>) -> f32
  return
}
// -----
func.func @arm(%m: memref<10xf32>, %i: index, %v: f32, %c: i1, %f: f32) {
  %0 = memref.atomic_rmw maximumf %v, %m[%i] : (f32, memref<10xf32>) -> f32
  %1 = memref.generic_atomic_rmw %m[%i] : memref<10xf32> {
  ^bb0(%x: f32):
    memref.atomic_yield %x : f32
  }
  %a, %b = memref.distinct_objects %m, %m : memref<10xf32>, memref<10xf32>
  %2 = memref.memory_space_cast %m : memref<10xf32> to memref<10xf32, 3>
  return
}
// -----
func.func @packs(%s: tensor<128x256xf32>, %e: tensor<8x16x8x32xf32>, %p: f32, %n: index) {
  %0 = linalg.pack %s outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %e : tensor<128x256xf32> -> tensor<8x16x8x32xf32>
  return
}
// -----
func.func @packs(%s: tensor<127x256xf32>, %d: tensor<16x8x8x32xf32>, %p: f32, %n: index) {
  %0 = linalg.pack %s padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %d : tensor<127x256xf32> -> tensor<16x8x8x32xf32>
  %1 = linalg.unpack %d inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %s : tensor<16x8x8x32xf32> -> tensor<127x256xf32>
  return
}
// -----
func.func @red(%a: tensor<16x32x64xf32>, %c: tensor<16x64xf32>, %b: memref<16x32x64xf32>, %d: memref<16x64xf32>, %s: tensor<16x64xf32>, %v: f32) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<16x32x64xf32>) outs(%c : tensor<16x64xf32>) dimensions = [1]
  linalg.reduce ins(%b : memref<16x32x64xf32>) outs(%d : memref<16x64xf32>) dimensions = [1]
    (%in: f32, %out: f32) {
      %1 = arith.addf %out, %in : f32
      linalg.yield %1 : f32
    }
  %2 = linalg.broadcast ins(%c : tensor<16x64xf32>) outs(%a : tensor<16x32x64xf32>) dimensions = [1]
  %3 = linalg.softmax dimension(1) ins(%c : tensor<16x64xf32>) outs(%s : tensor<16x64xf32>) -> tensor<16x64xf32>
  %4 = linalg.fill ins(%v : f32) outs(%c : tensor<16x64xf32>) -> tensor<16x64xf32>
  return
}
// -----
func.func @conv(%i: tensor<1x8x8x3xf32>, %f: tensor<3x3x3x4xf32>, %o: tensor<1x6x6x4xf32>, %x: tensor<2x2x2xf32>, %y: tensor<2x2xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %f : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %1 = linalg.batch_reduce_matmul ins(%x, %x : tensor<2x2x2xf32>, tensor<2x2x2xf32>) outs(%y : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<1x6x6x4xf32>
}
// -----
func.func @conv(%i: tensor<1x8x8x3xf32>, %f: tensor<3x3x3x4xf32>, %o: tensor<1x6x6x4xf32>, %x: tensor<2x2x2xf32>, %y: tensor<2x2xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %f : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %1 = linalg.batch_reduce_matmul ins(%x, %x : tensor<2x2x2xf32>, tensor<2x2x2xf32>) outs(%y : tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = linalg.contract indexing_maps = [affine_map<(m,n,k)->(m,k)>, affine_map<(m,n,k)->(k,n)>, affine_map<(m,n,k)->(m,n)>] ins(%y, %y : tensor<2x2xf32>, tensor<2x2xf32>) outs(%y : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<1x6x6x4xf32>
}
// -----
func.func @ci(%f: (i32) -> i32, %x: i32) -> i32 {
  %0 = func.call_indirect %f(%x) : (i32) -> i32
  %1 = call_indirect %f(%x) {a} : (i32) -> i32
  %g = constant @ci2 : (i32) -> i32
  %2 = call @ci2(%x) {no_inline} : (i32) -> i32
  return %0 : i32
}
func.func private @ci2(i32) -> i32
// -----
module @outer attributes {a.b = 1} {
  module @inner { func.func private @f() }
  module { }
  builtin.module @x { }
  %0 = builtin.unrealized_conversion_cast to i32
  %1:2 = builtin.unrealized_conversion_cast %0 : i32 to f32, !async.token
}
// -----
func.func @cx(%a: complex<f32>, %b: complex<f32>, %i: i32) {
  %0 = complex.mul %a, %b fastmath<nnan,contract> : complex<f32>
  %1 = complex.bitcast %a : complex<f32> to i64
  %2 = complex.powi %a, %i fastmath<none> : complex<f32>, i32
  return
}
