func.func @fill_of_reshaped(%x: f32) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = tensor.collapse_shape %f [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func @fill_of_expanded(%x: f32) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %r = tensor.expand_shape %f [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

func.func @fill_then_extract(%x: f32, %i: index, %j: index) -> f32 {
  %e = tensor.empty() : tensor<2x3xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = tensor.extract %f[%i, %j] : tensor<2x3xf32>
  return %r : f32
}

func.func @fill_then_pad_same(%x: f32) -> tensor<7xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.pad %f low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf32> to tensor<7xf32>
  return %r : tensor<7xf32>
}

func.func @fill_then_transpose(%x: f32) -> tensor<3x2xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %o = tensor.empty() : tensor<3x2xf32>
  %r = linalg.transpose ins(%f : tensor<2x3xf32>) outs(%o : tensor<3x2xf32>) permutation = [1, 0]
  return %r : tensor<3x2xf32>
}

func.func @fill_then_copy(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.copy ins(%f : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @copy_then_fill(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.copy ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.fill ins(%x : f32) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @concat_of_fills(%x: f32) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %g = tensor.empty() : tensor<4xf32>
  %h = linalg.fill ins(%x : f32) outs(%g : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.concat dim(0) %f, %h : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func @fill_slice_of_fill(%x: f32, %t: tensor<4xf32>) -> tensor<2xf32> {
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.extract_slice %f[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @copy_to_itself(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.copy ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @copy_of_memref_to_itself(%m: memref<4xf32>) {
  linalg.copy ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
  return
}

func.func @fill_of_empty_memref(%x: f32, %m: memref<0x4xf32>) {
  linalg.fill ins(%x : f32) outs(%m : memref<0x4xf32>)
  return
}

func.func @generic_on_empty_memref(%m: memref<0xf32>, %n: memref<0xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%m : memref<0xf32>) outs(%n : memref<0xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

func.func @generic_identity(%t: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

func.func @generic_identity_dynamic(%t: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %t, %c0 : tensor<?x?xf32>
  %n = tensor.dim %t, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @generic_keeps_output(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%t : tensor<4xf32>) {
  ^bb0(%b: f32):
    linalg.yield %b : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @generic_two_identities(%t: tensor<4xf32>, %u: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%t, %u : tensor<4xf32>, tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    linalg.yield %b, %a : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

func.func @generic_copies_memref_to_itself(%m: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

func.func @generic_transposes(%t: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

func.func @generic_of_cast(%t: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<?xf32> {
  %c = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %d = tensor.cast %e : tensor<4xf32> to tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%c : tensor<?xf32>) outs(%d : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @matmul_of_casts(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<?x?xf32> {
  %p = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %q = tensor.cast %b : tensor<8x2xf32> to tensor<?x?xf32>
  %o = tensor.cast %c : tensor<4x2xf32> to tensor<?x?xf32>
  %r = linalg.matmul ins(%p, %q : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @fill_of_cast(%x: f32, %t: tensor<4xf32>) -> tensor<?xf32> {
  %c = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %r = linalg.fill ins(%x : f32) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @transpose_identity(%t: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %r = linalg.transpose ins(%t : tensor<4x6xf32>) outs(%o : tensor<4x6xf32>) permutation = [0, 1]
  return %r : tensor<4x6xf32>
}

func.func @transpose_of_transpose(%t: tensor<4x6x3xf32>) -> tensor<3x4x6xf32> {
  %e = tensor.empty() : tensor<6x4x3xf32>
  %a = linalg.transpose ins(%t : tensor<4x6x3xf32>) outs(%e : tensor<6x4x3xf32>) permutation = [1, 0, 2]
  %f = tensor.empty() : tensor<3x4x6xf32>
  %r = linalg.transpose ins(%a : tensor<6x4x3xf32>) outs(%f : tensor<3x4x6xf32>) permutation = [2, 1, 0]
  return %r : tensor<3x4x6xf32>
}

func.func @transpose_back(%t: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %a = linalg.transpose ins(%t : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %f = tensor.empty() : tensor<4x6xf32>
  %r = linalg.transpose ins(%a : tensor<6x4xf32>) outs(%f : tensor<4x6xf32>) permutation = [1, 0]
  return %r : tensor<4x6xf32>
}

func.func @transpose_of_broadcast(%t: tensor<4xf32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %a = linalg.broadcast ins(%t : tensor<4xf32>) outs(%e : tensor<4x6xf32>) dimensions = [1]
  %f = tensor.empty() : tensor<6x4xf32>
  %r = linalg.transpose ins(%a : tensor<4x6xf32>) outs(%f : tensor<6x4xf32>) permutation = [1, 0]
  return %r : tensor<6x4xf32>
}

func.func @broadcast_nothing(%t: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.broadcast ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) dimensions = []
  return %r : tensor<4xf32>
}

func.func @broadcast_of_broadcast(%t: tensor<4xf32>) -> tensor<2x4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %a = linalg.broadcast ins(%t : tensor<4xf32>) outs(%e : tensor<4x6xf32>) dimensions = [1]
  %f = tensor.empty() : tensor<2x4x6xf32>
  %r = linalg.broadcast ins(%a : tensor<4x6xf32>) outs(%f : tensor<2x4x6xf32>) dimensions = [0]
  return %r : tensor<2x4x6xf32>
}

func.func @dim_of_matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %d = tensor.dim %r, %c0 : tensor<?x?xf32>
  return %d : index
}

func.func @dim_of_fill(%x: f32, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.fill ins(%x : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %r, %c0 : tensor<?xf32>
  return %d : index
}

func.func @matmul_unused(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %c : tensor<4x4xf32>
}

func.func @insert_padding_into_fill(%x: f32, %t: tensor<2xf32>) -> tensor<8xf32> {
  %p = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<2xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = tensor.insert_slice %p into %f[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @generic_infers_shape(%t: tensor<4xf32>, %u: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%t, %u : tensor<4xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @map_unused_in_body(%t: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.map ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>)
  (%a: f32, %o: f32) {
    %u = arith.mulf %a, %a : f32
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  }
  return %r : tensor<4xf32>
}
