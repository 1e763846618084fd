module {
  func.func @cast_same(%t: tensor<4xf32>) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  func.func @cast_round_trip(%t: tensor<4xf32>) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  func.func @cast_chain(%t: tensor<4x5xf32>) -> tensor<?x?xf32> {
    %r = tensor.cast %t : tensor<4x5xf32> to tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  func.func @cast_chain_that_learns(%t: tensor<?x?xf32>) -> tensor<4x5xf32> {
    %r = tensor.cast %t : tensor<?x?xf32> to tensor<4x5xf32>
    return %r : tensor<4x5xf32>
  }
  func.func @cast_chain_that_checks(%t: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %a = tensor.cast %t : tensor<?x?xf32> to tensor<4x?xf32>
    %r = tensor.cast %a : tensor<4x?xf32> to tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  func.func @cast_of_constant() -> tensor<?xf32> {
    %a = arith.constant dense<1.000000e+00> : tensor<4xf32>
    %r = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @bitcast_same(%t: tensor<4xf32>) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  func.func @bitcast_chain(%t: tensor<4xf32>) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  func.func @dim_static(%t: tensor<4x?xf32>) -> index {
    %r = arith.constant 4 : index
    return %r : index
  }
  func.func @dim_of_cast(%t: tensor<4x?xf32>) -> (index, index) {
    %r = arith.constant 4 : index
    %c1 = arith.constant 1 : index
    %s = tensor.dim %t, %c1 : tensor<4x?xf32>
    return %r, %s : index, index
  }
  func.func @dim_of_empty(%n: index) -> index {
    return %n : index
  }
  func.func @dim_of_generate(%n: index, %x: f32) -> index {
    return %n : index
  }
  func.func @dim_of_splat(%n: index, %x: f32) -> index {
    return %n : index
  }
  func.func @dim_of_insert(%t: tensor<?xf32>, %x: f32, %i: index) -> index {
    %c0 = arith.constant 0 : index
    %r = tensor.dim %t, %c0 : tensor<?xf32>
    return %r : index
  }
  func.func @dim_of_insert_slice(%t: tensor<?xf32>, %s: tensor<2xf32>, %i: index) -> index {
    %c0 = arith.constant 0 : index
    %r = tensor.dim %t, %c0 : tensor<?xf32>
    return %r : index
  }
  func.func @dim_of_extract_slice(%t: tensor<?x?xf32>, %o: index, %s: index) -> (index, index) {
    %u = arith.constant 3 : index
    return %s, %u : index, index
  }
  func.func @dim_of_rank_reduced_slice(%t: tensor<?x?x?xf32>, %s: index, %u: index) -> index {
    return %u : index
  }
  func.func @dim_of_expand_shape(%t: tensor<?xf32>, %n: index) -> index {
    %c0 = arith.constant 0 : index
    %a = tensor.expand_shape %t [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
    %r = tensor.dim %a, %c0 : tensor<?x4xf32>
    return %r : index
  }
  func.func @dim_of_collapse_shape(%t: tensor<?x4xf32>) -> index {
    %c0 = arith.constant 0 : index
    %a = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
    %r = tensor.dim %a, %c0 : tensor<?xf32>
    return %r : index
  }
  func.func @dim_of_reshape(%t: tensor<?xf32>, %s: tensor<2xindex>) -> index {
    %c1 = arith.constant 1 : index
    %r = tensor.extract %s[%c1] : tensor<2xindex>
    return %r : index
  }
  func.func @rank_of_ranked(%t: tensor<4x?xf32>) -> index {
    %r = arith.constant 2 : index
    return %r : index
  }
  func.func @extract_of_splat(%i: index) -> f32 {
    %r = arith.constant 2.500000e+00 : f32
    return %r : f32
  }
  func.func @extract_of_constant() -> f32 {
    %r = arith.constant 3.000000e+00 : f32
    return %r : f32
  }
  func.func @extract_of_constant_of_two_dimensions() -> i32 {
    %r = arith.constant 4 : i32
    return %r : i32
  }
  func.func @extract_of_constant_out_of_bounds() -> i32 {
    %c5 = arith.constant 5 : index
    %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
    %r = tensor.extract %a[%c5] : tensor<3xi32>
    return %r : i32
  }
  func.func @extract_of_from_elements(%x: f32, %y: f32, %z: f32) -> f32 {
    return %y : f32
  }
  func.func @extract_of_from_elements_2d(%x: f32, %y: f32, %z: f32, %w: f32) -> f32 {
    return %z : f32
  }
  func.func @extract_of_from_one_element(%x: f32) -> f32 {
    return %x : f32
  }
  func.func @extract_of_splat_op(%x: f32, %i: index) -> f32 {
    %a = tensor.splat %x : tensor<4xf32>
    %r = tensor.extract %a[%i] : tensor<4xf32>
    return %r : f32
  }
  func.func @extract_of_cast(%t: tensor<4xf32>, %i: index) -> f32 {
    %r = tensor.extract %t[%i] : tensor<4xf32>
    return %r : f32
  }
  func.func @extract_of_insert(%t: tensor<4xf32>, %x: f32, %i: index) -> f32 {
    %a = tensor.insert %x into %t[%i] : tensor<4xf32>
    %r = tensor.extract %a[%i] : tensor<4xf32>
    return %r : f32
  }
  func.func @extract_of_generate(%n: index, %i: index) -> index {
    %s = arith.muli %i, %i : index
    return %s : index
  }
  func.func @extract_of_collapse(%t: tensor<4x1xf32>, %i: index) -> f32 {
    %a = tensor.collapse_shape %t [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
    %r = tensor.extract %a[%i] : tensor<4xf32>
    return %r : f32
  }
  func.func @insert_same_into_splat() -> tensor<4xf32> {
    %a = arith.constant dense<1.000000e+00> : tensor<4xf32>
    return %a : tensor<4xf32>
  }
  func.func @from_constant_elements() -> tensor<3xi32> {
    %r = arith.constant dense<[1, 2, -3]> : tensor<3xi32>
    return %r : tensor<3xi32>
  }
  func.func @from_constant_floats() -> tensor<2x1xf32> {
    %r = arith.constant dense<[[1.500000e+00], [-0.000000e+00]]> : tensor<2x1xf32>
    return %r : tensor<2x1xf32>
  }
  func.func @splat_of_constant() -> tensor<3x2xf32> {
    %r = arith.constant dense<1.500000e+00> : tensor<3x2xf32>
    return %r : tensor<3x2xf32>
  }
  func.func @splat_of_constant_dynamic(%n: index) -> tensor<?xf32> {
    %a = arith.constant 1.500000e+00 : f32
    %r = tensor.splat %a[%n] : tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @empty_constant_size() -> tensor<?xf32> {
    %r = tensor.empty() : tensor<4xf32>
    %r_0 = tensor.cast %r : tensor<4xf32> to tensor<?xf32>
    return %r_0 : tensor<?xf32>
  }
  func.func @empty_some_constant_sizes(%n: index) -> tensor<?x?x?xf32> {
    %r = tensor.empty(%n) : tensor<4x?x5xf32>
    %r_0 = tensor.cast %r : tensor<4x?x5xf32> to tensor<?x?x?xf32>
    return %r_0 : tensor<?x?x?xf32>
  }
  func.func @empty_cast(%n: index) -> tensor<4xf32> {
    %r = tensor.empty() : tensor<4xf32>
    return %r : tensor<4xf32>
  }
  func.func @empty_cast_partly(%n: index, %k: index) -> tensor<4x?xf32> {
    %r = tensor.empty(%k) : tensor<4x?xf32>
    return %r : tensor<4x?xf32>
  }
  func.func @empty_slice() -> tensor<2x3xf32> {
    %a = tensor.empty() : tensor<8x8xf32>
    %r = tensor.extract_slice %a[1, 2] [2, 3] [1, 1] : tensor<8x8xf32> to tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
  func.func @empty_expanded() -> tensor<2x4xf32> {
    %a = tensor.empty() : tensor<8xf32>
    %r = tensor.expand_shape %a [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
    return %r : tensor<2x4xf32>
  }
  func.func @generate_constant_size(%x: f32) -> tensor<?xf32> {
    %a = tensor.generate  {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<4xf32>
    %a_0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
    return %a_0 : tensor<?xf32>
  }
  func.func @expand_of_collapse(%t: tensor<4x6xf32>) -> tensor<4x6xf32> {
    return %t : tensor<4x6xf32>
  }
  func.func @collapse_of_expand(%t: tensor<24xf32>) -> tensor<24xf32> {
    return %t : tensor<24xf32>
  }
  func.func @collapse_of_collapse(%t: tensor<2x3x4xf32>) -> tensor<24xf32> {
    %r = tensor.collapse_shape %t [[0, 1, 2]] : tensor<2x3x4xf32> into tensor<24xf32>
    return %r : tensor<24xf32>
  }
  func.func @collapse_of_collapse_to_scalar(%t: tensor<1x1xf32>) -> tensor<f32> {
    %r = tensor.collapse_shape %t [] : tensor<1x1xf32> into tensor<f32>
    return %r : tensor<f32>
  }
  func.func @expand_of_expand(%t: tensor<24xf32>) -> tensor<2x3x4xf32> {
    %r = tensor.expand_shape %t [[0, 1, 2]] output_shape [2, 3, 4] : tensor<24xf32> into tensor<2x3x4xf32>
    return %r : tensor<2x3x4xf32>
  }
  func.func @expand_of_expand_of_scalar(%t: tensor<f32>) -> tensor<1x1xf32> {
    %r = tensor.expand_shape %t [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
    return %r : tensor<1x1xf32>
  }
  func.func @expand_of_collapse_partly(%t: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
    %r = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
    return %r : tensor<6x4xf32>
  }
  func.func @collapse_of_expand_partly(%t: tensor<24xf32>) -> tensor<6x4xf32> {
    %r = tensor.expand_shape %t [[0, 1]] output_shape [6, 4] : tensor<24xf32> into tensor<6x4xf32>
    return %r : tensor<6x4xf32>
  }
  func.func @collapse_of_expand_to_more(%t: tensor<6x4xf32>) -> tensor<2x12xf32> {
    %a = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
    %r = tensor.collapse_shape %a [[0], [1, 2]] : tensor<2x3x4xf32> into tensor<2x12xf32>
    return %r : tensor<2x12xf32>
  }
  func.func @collapse_nothing(%t: tensor<4x6xf32>) -> tensor<4x6xf32> {
    return %t : tensor<4x6xf32>
  }
  func.func @expand_nothing(%t: tensor<?x6xf32>, %n: index) -> tensor<?x6xf32> {
    return %t : tensor<?x6xf32>
  }
  func.func @collapse_of_constant() -> tensor<6xi32> {
    %r = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
    return %r : tensor<6xi32>
  }
  func.func @expand_of_constant() -> tensor<2x3xi32> {
    %r = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    return %r : tensor<2x3xi32>
  }
  func.func @reshape_of_splat_constant() -> tensor<2x3xi32> {
    %r = arith.constant dense<7> : tensor<2x3xi32>
    return %r : tensor<2x3xi32>
  }
  func.func @collapse_of_splat(%x: f32) -> tensor<6xf32> {
    %r = tensor.splat %x : tensor<6xf32>
    return %r : tensor<6xf32>
  }
  func.func @expand_of_splat(%x: f32) -> tensor<2x3xf32> {
    %r = tensor.splat %x : tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
  func.func @collapse_of_from_elements(%x: f32, %y: f32) -> tensor<2xf32> {
    %r = tensor.from_elements %x, %y : tensor<2xf32>
    return %r : tensor<2xf32>
  }
  func.func @expand_of_from_elements(%x: f32, %y: f32) -> tensor<2x1xf32> {
    %r = tensor.from_elements %x, %y : tensor<2x1xf32>
    return %r : tensor<2x1xf32>
  }
  func.func @collapse_of_cast(%t: tensor<4x6xf32>) -> tensor<?xf32> {
    %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
    %r = tensor.cast %0 : tensor<24xf32> to tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @expand_of_cast(%t: tensor<24xf32>, %n: index) -> tensor<?x6xf32> {
    %a = tensor.cast %t : tensor<24xf32> to tensor<?xf32>
    %r = tensor.expand_shape %a [[0, 1]] output_shape [%n, 6] : tensor<?xf32> into tensor<?x6xf32>
    return %r : tensor<?x6xf32>
  }
  func.func @expand_constant_size(%t: tensor<?xf32>) -> tensor<?x6xf32> {
    %c4 = arith.constant 4 : index
    %r = tensor.expand_shape %t [[0, 1]] output_shape [%c4, 6] : tensor<?xf32> into tensor<?x6xf32>
    return %r : tensor<?x6xf32>
  }
  func.func @reshape_of_reshape(%t: tensor<?xf32>, %s: tensor<2xindex>, %u: tensor<3xindex>) -> tensor<?x?x?xf32> {
    %r = tensor.reshape %t(%u) : (tensor<?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
    return %r : tensor<?x?x?xf32>
  }
  func.func @reshape_same_vector(%t: tensor<?xf32>, %s: tensor<1xindex>) -> tensor<?xf32> {
    return %t : tensor<?xf32>
  }
  func.func @reshape_static_same(%t: tensor<4xf32>, %s: tensor<1xindex>) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  func.func @reshape_to_own_sizes(%t: tensor<?x?xf32>) -> tensor<?x?xf32> {
    return %t : tensor<?x?xf32>
  }
  func.func @slice_whole(%t: tensor<4x6xf32>) -> tensor<4x6xf32> {
    return %t : tensor<4x6xf32>
  }
  func.func @slice_constant_lists(%t: tensor<8x8xf32>) -> tensor<?x?xf32> {
    %r = tensor.extract_slice %t[2, 0] [4, 2] [1, 1] : tensor<8x8xf32> to tensor<4x2xf32>
    %r_0 = tensor.cast %r : tensor<4x2xf32> to tensor<?x?xf32>
    return %r_0 : tensor<?x?xf32>
  }
  func.func @slice_constant_offsets(%t: tensor<8x8xf32>) -> tensor<4x4xf32> {
    %r = tensor.extract_slice %t[2, 2] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
    return %r : tensor<4x4xf32>
  }
  func.func @slice_rank_reduced_constants(%t: tensor<8x8xf32>, %i: index) -> tensor<?xf32> {
    %r = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<8x8xf32> to tensor<4xf32>
    %r_0 = tensor.cast %r : tensor<4xf32> to tensor<?xf32>
    return %r_0 : tensor<?xf32>
  }
  func.func @slice_of_cast(%t: tensor<8x8xf32>, %i: index) -> tensor<4x?xf32> {
    %r = tensor.extract_slice %t[0, 0] [4, %i] [1, 1] : tensor<8x8xf32> to tensor<4x?xf32>
    return %r : tensor<4x?xf32>
  }
  func.func @slice_of_splat_constant() -> tensor<2xf32> {
    %r = arith.constant dense<2.000000e+00> : tensor<2xf32>
    return %r : tensor<2xf32>
  }
  func.func @slice_of_constant() -> tensor<2xi32> {
    %a = arith.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
    %r = tensor.extract_slice %a[1] [2] [2] : tensor<5xi32> to tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @slice_of_inserted(%t: tensor<8xf32>, %s: tensor<2xf32>, %i: index) -> tensor<2xf32> {
    return %s : tensor<2xf32>
  }
  func.func @slice_of_slice(%t: tensor<8xf32>) -> tensor<2xf32> {
    %a = tensor.extract_slice %t[1] [5] [1] : tensor<8xf32> to tensor<5xf32>
    %r = tensor.extract_slice %a[2] [2] [1] : tensor<5xf32> to tensor<2xf32>
    return %r : tensor<2xf32>
  }
  func.func @slice_of_splat(%x: f32) -> tensor<2xf32> {
    %a = tensor.splat %x : tensor<8xf32>
    %r = tensor.extract_slice %a[1] [2] [1] : tensor<8xf32> to tensor<2xf32>
    return %r : tensor<2xf32>
  }
  func.func @cast_of_slice(%t: tensor<8x8xf32>, %n: index) -> tensor<4x8xf32> {
    %r = tensor.extract_slice %t[0, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
  func.func @insert_slice_whole(%t: tensor<4xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
    return %s : tensor<4xf32>
  }
  func.func @insert_slice_constant_lists(%t: tensor<8x8xf32>, %s: tensor<?x?xf32>) -> tensor<8x8xf32> {
    %0 = tensor.cast %s : tensor<?x?xf32> to tensor<4x2xf32>
    %r = tensor.insert_slice %0 into %t[2, 0] [4, 2] [1, 1] : tensor<4x2xf32> into tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @insert_slice_constant_offsets(%t: tensor<8x8xf32>, %s: tensor<4x4xf32>) -> tensor<8x8xf32> {
    %r = tensor.insert_slice %s into %t[2, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  func.func @insert_slice_of_cast(%t: tensor<8xf32>, %s: tensor<4xf32>, %n: index) -> tensor<8xf32> {
    %r = tensor.insert_slice %s into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    return %r : tensor<8xf32>
  }
  func.func @insert_slice_into_cast(%t: tensor<8xf32>, %s: tensor<4xf32>) -> tensor<?xf32> {
    %r = tensor.insert_slice %s into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    %r_0 = tensor.cast %r : tensor<8xf32> to tensor<?xf32>
    return %r_0 : tensor<?xf32>
  }
  func.func @insert_slice_twice(%t: tensor<8xf32>, %s: tensor<4xf32>, %u: tensor<4xf32>, %i: index) -> tensor<8xf32> {
    %r = tensor.insert_slice %u into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    return %r : tensor<8xf32>
  }
  func.func @insert_slice_back(%t: tensor<8xf32>, %i: index) -> tensor<8xf32> {
    return %t : tensor<8xf32>
  }
  func.func @insert_slice_splats() -> tensor<8xf32> {
    %s = arith.constant dense<1.000000e+00> : tensor<4xf32>
    %t = arith.constant dense<1.000000e+00> : tensor<8xf32>
    %r = tensor.insert_slice %s into %t[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
    return %r : tensor<8xf32>
  }
  func.func @pad_nothing(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  func.func @pad_nothing_nofold(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
    %r = tensor.pad %t nofold low[0] high[0] {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<4xf32> to tensor<4xf32>
    return %r : tensor<4xf32>
  }
  func.func @pad_constant_amounts(%t: tensor<4xf32>, %x: f32) -> tensor<?xf32> {
    %r = tensor.pad %t low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<4xf32> to tensor<7xf32>
    %r_0 = tensor.cast %r : tensor<7xf32> to tensor<?xf32>
    return %r_0 : tensor<?xf32>
  }
  func.func @pad_of_cast(%t: tensor<4xf32>, %x: f32) -> tensor<?xf32> {
    %r = tensor.pad %t low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<4xf32> to tensor<7xf32>
    %r_0 = tensor.cast %r : tensor<7xf32> to tensor<?xf32>
    return %r_0 : tensor<?xf32>
  }
  func.func @pad_of_pad(%t: tensor<4xf32>, %x: f32) -> tensor<10xf32> {
    %r = tensor.pad %t low[3] high[3] {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<4xf32> to tensor<10xf32>
    return %r : tensor<10xf32>
  }
  func.func @pad_then_cast(%t: tensor<4xf32>, %x: f32, %n: index) -> tensor<8xf32> {
    %r = tensor.pad %t low[0] high[%n] {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<4xf32> to tensor<8xf32>
    return %r : tensor<8xf32>
  }
  func.func @concat_one(%t: tensor<4xf32>) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  func.func @concat_infers(%t: tensor<4x?xf32>, %u: tensor<?x8xf32>) -> tensor<?x?xf32> {
    %0 = tensor.cast %t : tensor<4x?xf32> to tensor<4x8xf32>
    %r = tensor.concat dim(0) %0, %u : (tensor<4x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %r_0 = tensor.cast %r : tensor<?x8xf32> to tensor<?x?xf32>
    return %r_0 : tensor<?x?xf32>
  }
  func.func @concat_infers_result(%t: tensor<4x3xf32>, %u: tensor<2x3xf32>) -> tensor<?x?xf32> {
    %r = tensor.concat dim(0) %t, %u : (tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<6x3xf32>
    %r_0 = tensor.cast %r : tensor<6x3xf32> to tensor<?x?xf32>
    return %r_0 : tensor<?x?xf32>
  }
  func.func @insert_into_cast(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<?xf32> {
    %r = tensor.insert %x into %t[%i] : tensor<4xf32>
    %r_0 = tensor.cast %r : tensor<4xf32> to tensor<?xf32>
    return %r_0 : tensor<?xf32>
  }
  func.func @extract_of_from_elements_3d(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %f: f32) -> (f32, f32) {
    return %f, %b : f32, f32
  }
  func.func @extract_of_zero_dimensional_constant() -> i32 {
    %r = arith.constant 42 : i32
    return %r : i32
  }
  func.func @extract_of_complex_elements(%i: index) -> f16 {
    %r = arith.constant 1.500000e+00 : f16
    return %r : f16
  }
  func.func @extract_negative_index() -> i32 {
    %c = arith.constant -1 : index
    %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
    %r = tensor.extract %a[%c] : tensor<3xi32>
    return %r : i32
  }
  func.func @extract_of_generate_constant(%n: index, %i: index) -> f32 {
    %x = arith.constant 2.000000e+00 : f32
    return %x : f32
  }
  func.func @extract_of_generate_with_load(%m: memref<8xf32>, %q: memref<8xf32>, %n: index) -> f32 {
    %c0 = arith.constant 0 : index
    %x = arith.constant 2.000000e+00 : f32
    %a = tensor.generate %n {
    ^bb0(%j: index):
      %v = memref.load %m[%j] : memref<8xf32>
      tensor.yield %v : f32
    } : tensor<?xf32>
    memref.store %x, %m[%c0] : memref<8xf32>
    %r = tensor.extract %a[%c0] : tensor<?xf32>
    return %r : f32
  }
  func.func @slice_whole_dynamic_stays(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
    %r = tensor.extract_slice %t[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @slice_negative_offset(%t: tensor<10xf32>, %n: index) -> tensor<?xf32> {
    %c = arith.constant -1 : index
    %r = tensor.extract_slice %t[%c] [%n] [1] : tensor<10xf32> to tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @slice_out_of_bounds_stays(%t: tensor<10xf32>) -> tensor<?xf32> {
    %c = arith.constant 13 : index
    %r = tensor.extract_slice %t[0] [%c] [1] : tensor<10xf32> to tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @slice_of_integer_splat() -> tensor<2x1xi8> {
    %r = arith.constant dense<-7> : tensor<2x1xi8>
    return %r : tensor<2x1xi8>
  }
  func.func @slice_of_splat_rank_reduced() -> tensor<2xi8> {
    %r = arith.constant dense<-7> : tensor<2xi8>
    return %r : tensor<2xi8>
  }
  func.func @insert_slice_rank_reduced_back(%t: tensor<8x8xf32>, %i: index) -> tensor<8x8xf32> {
    return %t : tensor<8x8xf32>
  }
  func.func @insert_slice_other_place_stays(%t: tensor<8xf32>, %i: index, %j: index) -> tensor<8xf32> {
    %a = tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %r = tensor.insert_slice %a into %t[%j] [4] [1] : tensor<4xf32> into tensor<8xf32>
    return %r : tensor<8xf32>
  }
  func.func @insert_slice_propagates_into_source(%t: tensor<?x?xf32>, %s: tensor<2x?xf32>, %n: index) -> tensor<?x?xf32> {
    %0 = tensor.cast %s : tensor<2x?xf32> to tensor<2x2xf32>
    %r = tensor.insert_slice %0 into %t[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  func.func @cast_then_dim(%t: tensor<?x?xf32>) -> index {
    %c0 = arith.constant 0 : index
    %r = tensor.dim %t, %c0 : tensor<?x?xf32>
    return %r : index
  }
  func.func @cast_unranked_round_trip(%t: tensor<4xf32>) -> tensor<4xf32> {
    return %t : tensor<4xf32>
  }
  func.func @rank_of_unranked_cast(%t: tensor<4x?xf32>) -> index {
    %a = tensor.cast %t : tensor<4x?xf32> to tensor<*xf32>
    %b = tensor.rank %a : tensor<*xf32>
    return %b : index
  }
  func.func @empty_of_dims(%t: tensor<4x?xf32>) -> tensor<?x?xf32> {
    %c1 = arith.constant 1 : index
    %n = tensor.dim %t, %c1 : tensor<4x?xf32>
    %r = tensor.empty(%n) : tensor<4x?xf32>
    %r_0 = tensor.cast %r : tensor<4x?xf32> to tensor<?x?xf32>
    return %r_0 : tensor<?x?xf32>
  }
  func.func @dim_of_empty_cast(%n: index) -> index {
    return %n : index
  }
  func.func @expand_of_collapse_back_dynamic(%t: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
    return %t : tensor<?x4xf32>
  }
  func.func @expand_of_collapse_two_dynamic_stays(%t: tensor<?x?xf32>, %n: index, %k: index) -> tensor<?x?xf32> {
    %a = tensor.collapse_shape %t [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
    %r = tensor.expand_shape %a [[0, 1]] output_shape [%n, %k] : tensor<?xf32> into tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  func.func @collapse_of_expand_to_scalar(%t: tensor<f32>) -> tensor<f32> {
    return %t : tensor<f32>
  }
  func.func @expand_of_expand_dynamic(%t: tensor<?xf32>, %n: index, %k: index) -> tensor<?x3x4xf32> {
    %r = tensor.expand_shape %t [[0, 1, 2]] output_shape [%k, 3, 4] : tensor<?xf32> into tensor<?x3x4xf32>
    return %r : tensor<?x3x4xf32>
  }
  func.func @collapse_of_expand_mixed(%t: tensor<4x12xf32>) -> tensor<16x3xf32> {
    %a = tensor.expand_shape %t [[0], [1, 2]] output_shape [4, 4, 3] : tensor<4x12xf32> into tensor<4x4x3xf32>
    %r = tensor.collapse_shape %a [[0, 1], [2]] : tensor<4x4x3xf32> into tensor<16x3xf32>
    return %r : tensor<16x3xf32>
  }
  func.func @expand_of_collapse_to_more(%t: tensor<6x4xf32>) -> tensor<2x3x4xf32> {
    %r = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
    return %r : tensor<2x3x4xf32>
  }
  func.func @reshape_with_constant_shape(%t: tensor<?xf32>) -> tensor<?x?xf32> {
    %s = arith.constant dense<[2, 3]> : tensor<2xi32>
    %r = tensor.reshape %t(%s) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  func.func @reshape_with_constant_index_shape(%t: tensor<6xf32>) -> tensor<?x?xf32> {
    %s = arith.constant dense<[2, 3]> : tensor<2xindex>
    %r = tensor.reshape %t(%s) : (tensor<6xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  func.func @reshape_to_sizes_in_other_order(%t: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %d = tensor.dim %t, %c0 : tensor<?x?xf32>
    %e = tensor.dim %t, %c1 : tensor<?x?xf32>
    %s = tensor.from_elements %e, %d : tensor<2xindex>
    %r = tensor.reshape %t(%s) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  func.func @pad_static_high(%t: tensor<4x?xf32>, %x: f32) -> tensor<?x?xf32> {
    %r = tensor.pad %t low[0, 0] high[3, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %x : f32
    } : tensor<4x?xf32> to tensor<7x?xf32>
    %r_0 = tensor.cast %r : tensor<7x?xf32> to tensor<?x?xf32>
    return %r_0 : tensor<?x?xf32>
  }
  func.func @pad_of_pad_other_value_stays(%t: tensor<4xf32>, %x: f32, %y: f32) -> tensor<10xf32> {
    %a = tensor.pad %t low[1] high[2] {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<4xf32> to tensor<7xf32>
    %r = tensor.pad %a low[2] high[1] {
    ^bb0(%i: index):
      tensor.yield %y : f32
    } : tensor<7xf32> to tensor<10xf32>
    return %r : tensor<10xf32>
  }
  func.func @pad_of_pad_constants(%t: tensor<4xf32>) -> tensor<10xf32> {
    %x = arith.constant 1.000000e+00 : f32
    %r = tensor.pad %t low[3] high[3] {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<4xf32> to tensor<10xf32>
    return %r : tensor<10xf32>
  }
  func.func @pad_orthogonal(%t: tensor<64x64xf32>, %n: index, %k: index, %x: f32) -> tensor<8x4xf32> {
    %a = tensor.extract_slice %t[16, 0] [%n, 64] [1, 1] : tensor<64x64xf32> to tensor<?x64xf32>
    %b = tensor.pad %a low[0, 0] high[%k, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %x : f32
    } : tensor<?x64xf32> to tensor<8x64xf32>
    %c = tensor.extract_slice %b[0, 4] [8, 4] [1, 1] : tensor<8x64xf32> to tensor<8x4xf32>
    return %c : tensor<8x4xf32>
  }
  func.func @pad_with_constant_in_body(%t: tensor<4xf32>) -> tensor<?xf32> {
    %x = arith.constant 0.000000e+00 : f32
    %r = tensor.pad %t low[1] high[0] {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<4xf32> to tensor<5xf32>
    %r_0 = tensor.cast %r : tensor<5xf32> to tensor<?xf32>
    return %r_0 : tensor<?xf32>
  }
  func.func @from_elements_splat() -> tensor<3xf32> {
    %r = arith.constant dense<2.000000e+00> : tensor<3xf32>
    return %r : tensor<3xf32>
  }
  func.func @from_elements_of_extracts(%t: tensor<2xf32>) -> tensor<2xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = tensor.extract %t[%c0] : tensor<2xf32>
    %b = tensor.extract %t[%c1] : tensor<2xf32>
    %r = tensor.from_elements %a, %b : tensor<2xf32>
    return %r : tensor<2xf32>
  }
  func.func @concat_one_with_cast(%t: tensor<4xf32>) -> tensor<?xf32> {
    %r = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @concat_along_inferred(%t: tensor<?x4xf32>, %u: tensor<?x4xf32>) -> tensor<10x4xf32> {
    %r = tensor.concat dim(0) %t, %u : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<10x4xf32>
    return %r : tensor<10x4xf32>
  }
  func.func @concat_along_inferred_one(%t: tensor<?x4xf32>, %u: tensor<3x4xf32>) -> tensor<10x4xf32> {
    %r = tensor.concat dim(0) %t, %u : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<10x4xf32>
    return %r : tensor<10x4xf32>
  }
}
