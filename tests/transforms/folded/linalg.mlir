#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0) -> (d0)>
module {
  func.func @fill_of_reshaped(%x: f32) -> tensor<6xf32> {
    %e = tensor.empty() : tensor<2x3xf32>
    %0 = tensor.collapse_shape %e [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    %r = linalg.fill ins(%x : f32) outs(%0 : tensor<6xf32>) -> tensor<6xf32>
    return %r : tensor<6xf32>
  }
  func.func @fill_of_expanded(%x: f32) -> tensor<2x3xf32> {
    %e = tensor.empty() : tensor<6xf32>
    %0 = tensor.expand_shape %e [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
    %r = linalg.fill ins(%x : f32) outs(%0 : tensor<2x3xf32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
  func.func @fill_then_extract(%x: f32, %i: index, %j: index) -> f32 {
    return %x : f32
  }
  func.func @fill_then_pad_same(%x: f32) -> tensor<7xf32> {
    %0 = tensor.empty() : tensor<7xf32>
    %r = linalg.fill ins(%x : f32) outs(%0 : tensor<7xf32>) -> tensor<7xf32>
    return %r : tensor<7xf32>
  }
  func.func @fill_then_transpose(%x: f32) -> tensor<3x2xf32> {
    %o = tensor.empty() : tensor<3x2xf32>
    %r = linalg.fill ins(%x : f32) outs(%o : tensor<3x2xf32>) -> tensor<3x2xf32>
    return %r : tensor<3x2xf32>
  }
  func.func @fill_then_copy(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
    %r = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
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
    %g = tensor.empty() : tensor<4xf32>
    %0 = tensor.concat dim(0) %e, %g : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
    %r = linalg.fill ins(%x : f32) outs(%0 : tensor<6xf32>) -> tensor<6xf32>
    return %r : tensor<6xf32>
  }
  func.func @fill_slice_of_fill(%x: f32, %t: tensor<4xf32>) -> tensor<2xf32> {
    %f = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    %r = tensor.extract_slice %f[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
    return %r : tensor<2xf32>
  }
  func.func @copy_to_itself(%t: tensor<4xf32>) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  func.func @copy_of_memref_to_itself(%m: memref<4xf32>) {
    return
  }
  func.func @fill_of_empty_memref(%x: f32, %m: memref<0x4xf32>) {
    return
  }
  func.func @generic_on_empty_memref(%m: memref<0xf32>, %n: memref<0xf32>) {
    return
  }
  func.func @generic_identity(%t: tensor<4x6xf32>) -> tensor<4x6xf32> {
    return %t : tensor<4x6xf32>
  }
  func.func @generic_identity_dynamic(%t: tensor<?x?xf32>) -> tensor<?x?xf32> {
    return %t : tensor<?x?xf32>
  }
  func.func @generic_keeps_output(%t: tensor<4xf32>) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  func.func @generic_two_identities(%t: tensor<4xf32>, %u: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    return %u, %t : tensor<4xf32>, tensor<4xf32>
  }
  func.func @generic_copies_memref_to_itself(%m: memref<4xf32>) {
    return
  }
  func.func @generic_transposes(%t: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %e = tensor.empty() : tensor<4x4xf32>
    %r = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<4x4xf32>
    return %r : tensor<4x4xf32>
  }
  func.func @generic_of_cast(%t: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<?xf32> {
    %0 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.mulf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    %r = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @matmul_of_casts(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<?x?xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
    %r = tensor.cast %0 : tensor<4x2xf32> to tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  func.func @fill_of_cast(%x: f32, %t: tensor<4xf32>) -> tensor<?xf32> {
    %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    %r = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @transpose_identity(%t: tensor<4x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
    return %t : tensor<4x6xf32>
  }
  func.func @transpose_of_transpose(%t: tensor<4x6x3xf32>) -> tensor<3x4x6xf32> {
    %f = tensor.empty() : tensor<3x4x6xf32>
    %r = linalg.transpose ins(%t : tensor<4x6x3xf32>) outs(%f : tensor<3x4x6xf32>) permutation = [2, 0, 1] 
    return %r : tensor<3x4x6xf32>
  }
  func.func @transpose_back(%t: tensor<4x6xf32>) -> tensor<4x6xf32> {
    return %t : tensor<4x6xf32>
  }
  func.func @transpose_of_broadcast(%t: tensor<4xf32>) -> tensor<6x4xf32> {
    %f = tensor.empty() : tensor<6x4xf32>
    %r = linalg.broadcast ins(%t : tensor<4xf32>) outs(%f : tensor<6x4xf32>) dimensions = [0] 
    return %r : tensor<6x4xf32>
  }
  func.func @broadcast_nothing(%t: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  func.func @broadcast_of_broadcast(%t: tensor<4xf32>) -> tensor<2x4x6xf32> {
    %f = tensor.empty() : tensor<2x4x6xf32>
    %r = linalg.broadcast ins(%t : tensor<4xf32>) outs(%f : tensor<2x4x6xf32>) dimensions = [0, 2] 
    return %r : tensor<2x4x6xf32>
  }
  func.func @dim_of_matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> index {
    %c0 = arith.constant 0 : index
    %d = tensor.dim %c, %c0 : tensor<?x?xf32>
    return %d : index
  }
  func.func @dim_of_fill(%x: f32, %n: index) -> index {
    return %n : index
  }
  func.func @matmul_unused(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %c : tensor<4x4xf32>
  }
  func.func @insert_padding_into_fill(%x: f32, %t: tensor<2xf32>) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %f = linalg.fill ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %r = tensor.insert_slice %t into %f[3] [2] [1] : tensor<2xf32> into tensor<8xf32>
    return %r : tensor<8xf32>
  }
  func.func @generic_infers_shape(%t: tensor<4xf32>, %u: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
    %0 = tensor.cast %u : tensor<?xf32> to tensor<4xf32>
    %1 = tensor.cast %e : tensor<?xf32> to tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%t, %0 : tensor<4xf32>, tensor<4xf32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    %r = tensor.cast %2 : tensor<4xf32> to tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @map_unused_in_body(%t: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
    %r = linalg.map ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>)
      (%a: f32, %o: f32) {
        %s = arith.addf %a, %a : f32
        linalg.yield %s : f32
      }
    return %r : tensor<4xf32>
  }
}
