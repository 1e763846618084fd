func.func @ops(%a: tensor<4x8xf32>, %c: tensor<4x4xf32>, %m: memref<4x8xf32>, %s: f32, %e: tensor<2x4x2x2xf32>, %d: index, %em: memref<2x4x2x2xf32>, %q: tensor<?x?x?x2xf32>, %u: tensor<?x?xf32>, %w: tensor<128x256xf32>, %y: tensor<32x4x8x32xf32>) {
  %16 = linalg.softmax dimension(1) ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  linalg.softmax {foo} dimension(0) ins(%m : memref<4x8xf32>) outs(%m : memref<4x8xf32>)
  %17 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<4x8xf32> -> tensor<2x4x2x2xf32>
  %18 = linalg.unpack %17 inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %a : tensor<2x4x2x2xf32> -> tensor<4x8xf32>
  %19 = linalg.pack %a padding_value(%s : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e {foo} : tensor<4x8xf32> -> tensor<2x4x2x2xf32>
  %20 = linalg.pack %u padding_value(%s : f32) inner_dims_pos = [0, 1] inner_tiles = [%d, 2] into %q : tensor<?x?xf32> -> tensor<?x?x?x2xf32>
  %21 = linalg.unpack %q outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [%d, 2] into %u {bar = 1 : i32} : tensor<?x?x?x2xf32> -> tensor<?x?xf32>
  %22 = linalg.pack %w outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [8, 32] into %y : tensor<128x256xf32> -> tensor<32x4x8x32xf32>
  return
}
func.func @in_a_task(%a: tensor<4x8xf32>, %c: tensor<4x4xf32>, %m: memref<4x8xf32>, %s: f32, %e: tensor<2x4x2x2xf32>, %d: index, %em: memref<2x4x2x2xf32>, %q: tensor<?x?x?x2xf32>, %u: tensor<?x?xf32>, %w: tensor<128x256xf32>, %y: tensor<32x4x8x32xf32>) {
  %token = async.execute {
    %16 = linalg.softmax dimension(1) ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    linalg.softmax {foo} dimension(0) ins(%m : memref<4x8xf32>) outs(%m : memref<4x8xf32>)
    %17 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<4x8xf32> -> tensor<2x4x2x2xf32>
    %18 = linalg.unpack %17 inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %a : tensor<2x4x2x2xf32> -> tensor<4x8xf32>
    %19 = linalg.pack %a padding_value(%s : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e {foo} : tensor<4x8xf32> -> tensor<2x4x2x2xf32>
    %20 = linalg.pack %u padding_value(%s : f32) inner_dims_pos = [0, 1] inner_tiles = [%d, 2] into %q : tensor<?x?xf32> -> tensor<?x?x?x2xf32>
    %21 = linalg.unpack %q outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [%d, 2] into %u {bar = 1 : i32} : tensor<?x?x?x2xf32> -> tensor<?x?xf32>
    %22 = linalg.pack %w outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [8, 32] into %y : tensor<128x256xf32> -> tensor<32x4x8x32xf32>
    async.yield
  }
  return
}
func.func @in_a_branch(%a: tensor<4x8xf32>, %c: tensor<4x4xf32>, %m: memref<4x8xf32>, %s: f32, %e: tensor<2x4x2x2xf32>, %d: index, %em: memref<2x4x2x2xf32>, %q: tensor<?x?x?x2xf32>, %u: tensor<?x?xf32>, %w: tensor<128x256xf32>, %y: tensor<32x4x8x32xf32>, %cond: i1) {
  scf.if %cond {
    %16 = linalg.softmax dimension(1) ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
    linalg.softmax {foo} dimension(0) ins(%m : memref<4x8xf32>) outs(%m : memref<4x8xf32>)
    %17 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<4x8xf32> -> tensor<2x4x2x2xf32>
    %18 = linalg.unpack %17 inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %a : tensor<2x4x2x2xf32> -> tensor<4x8xf32>
    %19 = linalg.pack %a padding_value(%s : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e {foo} : tensor<4x8xf32> -> tensor<2x4x2x2xf32>
    %20 = linalg.pack %u padding_value(%s : f32) inner_dims_pos = [0, 1] inner_tiles = [%d, 2] into %q : tensor<?x?xf32> -> tensor<?x?x?x2xf32>
    %21 = linalg.unpack %q outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [%d, 2] into %u {bar = 1 : i32} : tensor<?x?x?x2xf32> -> tensor<?x?xf32>
    %22 = linalg.pack %w outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [8, 32] into %y : tensor<128x256xf32> -> tensor<32x4x8x32xf32>
  }
  return
}
