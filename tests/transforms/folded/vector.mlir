module {
  func.func @extract_of_broadcast_scalar(%x: f32) -> f32 {
    return %x : f32
  }
  func.func @extract_of_broadcast_vector(%x: vector<4xf32>) -> vector<4xf32> {
    return %x : vector<4xf32>
  }
  func.func @extract_element_of_broadcast_vector(%x: vector<4xf32>) -> f32 {
    %r = vector.extract %x[2] : f32 from vector<4xf32>
    return %r : f32
  }
  func.func @extract_of_extract(%v: vector<2x3x4xf32>) -> f32 {
    %r = vector.extract %v[1, 2, 3] : f32 from vector<2x3x4xf32>
    return %r : f32
  }
  func.func @extract_of_insert_same(%v: vector<4xf32>, %x: f32) -> f32 {
    return %x : f32
  }
  func.func @extract_of_insert_other(%v: vector<4xf32>, %x: f32) -> f32 {
    %r = vector.extract %v[1] : f32 from vector<4xf32>
    return %r : f32
  }
  func.func @extract_of_insert_row(%v: vector<2x4xf32>, %x: vector<4xf32>) -> f32 {
    %r = vector.extract %x[3] : f32 from vector<4xf32>
    return %r : f32
  }
  func.func @extract_of_splat_constant() -> f32 {
    %r = arith.constant 2.500000e+00 : f32
    return %r : f32
  }
  func.func @extract_row_of_splat_constant() -> vector<4xi32> {
    %r = arith.constant dense<7> : vector<4xi32>
    return %r : vector<4xi32>
  }
  func.func @extract_of_constant() -> i32 {
    %r = arith.constant 3 : i32
    return %r : i32
  }
  func.func @extract_row_of_constant() -> vector<2xi32> {
    %r = arith.constant dense<[3, 4]> : vector<2xi32>
    return %r : vector<2xi32>
  }
  func.func @extract_nothing(%v: vector<4xf32>) -> vector<4xf32> {
    return %v : vector<4xf32>
  }
  func.func @extract_of_from_elements(%x: f32, %y: f32) -> f32 {
    return %y : f32
  }
  func.func @extract_of_shape_cast(%v: vector<4xf32>) -> f32 {
    %r = vector.extract %v[2] : f32 from vector<4xf32>
    return %r : f32
  }
  func.func @extract_of_transpose(%v: vector<2x3xf32>) -> f32 {
    %r = vector.extract %v[1, 2] : f32 from vector<2x3xf32>
    return %r : f32
  }
  func.func @extract_constant_position(%v: vector<4xf32>) -> f32 {
    %r = vector.extract %v[2] : f32 from vector<4xf32>
    return %r : f32
  }
  func.func @insert_constant_position(%v: vector<4xf32>, %x: f32) -> vector<4xf32> {
    %r = vector.insert %x, %v [2] : f32 into vector<4xf32>
    return %r : vector<4xf32>
  }
  func.func @insert_whole(%v: vector<4xf32>, %x: vector<4xf32>) -> vector<4xf32> {
    return %x : vector<4xf32>
  }
  func.func @insert_constant_into_constant() -> vector<4xi32> {
    %r = arith.constant dense<[1, 2, 9, 4]> : vector<4xi32>
    return %r : vector<4xi32>
  }
  func.func @insert_same_splat(%x: f32) -> vector<2x4xf32> {
    %b = vector.broadcast %x : f32 to vector<2x4xf32>
    return %b : vector<2x4xf32>
  }
  func.func @insert_all_elements(%x: f32, %y: f32, %v: vector<2xf32>) -> vector<2xf32> {
    %r = vector.from_elements %x, %y : vector<2xf32>
    return %r : vector<2xf32>
  }
  func.func @insert_only_element(%x: f32, %v: vector<1xf32>) -> vector<1xf32> {
    %r = vector.broadcast %x : f32 to vector<1xf32>
    return %r : vector<1xf32>
  }
  func.func @broadcast_same(%v: vector<4xf32>) -> vector<4xf32> {
    return %v : vector<4xf32>
  }
  func.func @broadcast_of_broadcast(%x: f32) -> vector<3x4xf32> {
    %r = vector.broadcast %x : f32 to vector<3x4xf32>
    return %r : vector<3x4xf32>
  }
  func.func @broadcast_of_constant() -> vector<4xf32> {
    %r = arith.constant dense<1.500000e+00> : vector<4xf32>
    return %r : vector<4xf32>
  }
  func.func @broadcast_of_splat_constant() -> vector<3x4xi32> {
    %r = arith.constant dense<7> : vector<3x4xi32>
    return %r : vector<3x4xi32>
  }
  func.func @broadcast_scalable_constant() -> vector<[4]xi32> {
    %r = arith.constant dense<7> : vector<[4]xi32>
    return %r : vector<[4]xi32>
  }
  func.func @shape_cast_same(%v: vector<4xf32>) -> vector<4xf32> {
    return %v : vector<4xf32>
  }
  func.func @shape_cast_round_trip(%v: vector<4xf32>) -> vector<4xf32> {
    return %v : vector<4xf32>
  }
  func.func @shape_cast_chain(%v: vector<8xf32>) -> vector<4x2xf32> {
    %r = vector.shape_cast %v : vector<8xf32> to vector<4x2xf32>
    return %r : vector<4x2xf32>
  }
  func.func @shape_cast_of_splat() -> vector<2x2xi32> {
    %r = arith.constant dense<7> : vector<2x2xi32>
    return %r : vector<2x2xi32>
  }
  func.func @shape_cast_of_constant() -> vector<2x2xi32> {
    %r = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
    return %r : vector<2x2xi32>
  }
  func.func @shape_cast_of_broadcast(%x: f32) -> vector<2x2xf32> {
    %r = vector.broadcast %x : f32 to vector<2x2xf32>
    return %r : vector<2x2xf32>
  }
  func.func @shape_cast_of_from_elements(%x: f32, %y: f32) -> vector<2x1xf32> {
    %r = vector.from_elements %x, %y : vector<2x1xf32>
    return %r : vector<2x1xf32>
  }
  func.func @transpose_identity(%v: vector<2x3xf32>) -> vector<2x3xf32> {
    return %v : vector<2x3xf32>
  }
  func.func @transpose_of_transpose(%v: vector<2x3x4xf32>) -> vector<3x4x2xf32> {
    %r = vector.transpose %v, [1, 2, 0] : vector<2x3x4xf32> to vector<3x4x2xf32>
    return %r : vector<3x4x2xf32>
  }
  func.func @transpose_back(%v: vector<2x3xf32>) -> vector<2x3xf32> {
    return %v : vector<2x3xf32>
  }
  func.func @transpose_of_splat() -> vector<3x2xi32> {
    %r = arith.constant dense<7> : vector<3x2xi32>
    return %r : vector<3x2xi32>
  }
  func.func @transpose_of_broadcast_scalar(%x: f32) -> vector<3x2xf32> {
    %r = vector.broadcast %x : f32 to vector<3x2xf32>
    return %r : vector<3x2xf32>
  }
  func.func @transpose_of_broadcast_vector(%x: vector<3xf32>) -> vector<4x2x3xf32> {
    %r = vector.broadcast %x : vector<3xf32> to vector<4x2x3xf32>
    return %r : vector<4x2x3xf32>
  }
  func.func @transpose_of_from_elements(%x: f32, %y: f32, %z: f32, %w: f32) -> vector<2x2xf32> {
    %r = vector.from_elements %x, %z, %y, %w : vector<2x2xf32>
    return %r : vector<2x2xf32>
  }
  func.func @transpose_of_unit_dimension(%v: vector<1x4xf32>) -> vector<4x1xf32> {
    %r = vector.transpose %v, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
    return %r : vector<4x1xf32>
  }
  func.func @bitcast_same(%v: vector<4xf32>) -> vector<4xf32> {
    return %v : vector<4xf32>
  }
  func.func @bitcast_round_trip(%v: vector<4xf32>) -> vector<4xf32> {
    return %v : vector<4xf32>
  }
  func.func @bitcast_chain(%v: vector<4xf32>) -> vector<8xi16> {
    %r = vector.bitcast %v : vector<4xf32> to vector<8xi16>
    return %r : vector<8xi16>
  }
  func.func @bitcast_of_splat() -> vector<4xi32> {
    %r = arith.constant dense<1065353216> : vector<4xi32>
    return %r : vector<4xi32>
  }
  func.func @from_constant_elements() -> vector<2xi32> {
    %r = arith.constant dense<[1, 2]> : vector<2xi32>
    return %r : vector<2xi32>
  }
  func.func @from_same_elements(%x: f32) -> vector<2x2xf32> {
    %r = vector.broadcast %x : f32 to vector<2x2xf32>
    return %r : vector<2x2xf32>
  }
  func.func @from_extracted_elements(%v: vector<2xf32>) -> vector<2xf32> {
    return %v : vector<2xf32>
  }
  func.func @to_elements_of_from_elements(%x: f32, %y: f32) -> (f32, f32) {
    return %y, %x : f32, f32
  }
  func.func @from_elements_of_to_elements(%v: vector<2xf32>) -> vector<2xf32> {
    return %v : vector<2xf32>
  }
  func.func @shuffle_identity_first(%v: vector<4xf32>, %w: vector<4xf32>) -> vector<4xf32> {
    return %v : vector<4xf32>
  }
  func.func @shuffle_identity_second(%v: vector<4xf32>, %w: vector<4xf32>) -> vector<4xf32> {
    return %w : vector<4xf32>
  }
  func.func @shuffle_of_constants() -> vector<4xi32> {
    %r = arith.constant dense<[4, 1, 3, 2]> : vector<4xi32>
    return %r : vector<4xi32>
  }
  func.func @shuffle_of_splats(%x: f32) -> vector<2xf32> {
    %r = vector.broadcast %x : f32 to vector<2xf32>
    return %r : vector<2xf32>
  }
  func.func @shuffle_interleaves(%v: vector<2xf32>, %w: vector<2xf32>) -> vector<4xf32> {
    %r = vector.interleave %v, %w : vector<2xf32> -> vector<4xf32>
    return %r : vector<4xf32>
  }
  func.func @strided_slice_whole(%v: vector<4xf32>) -> vector<4xf32> {
    return %v : vector<4xf32>
  }
  func.func @strided_slice_of_splat() -> vector<2xi32> {
    %r = arith.constant dense<7> : vector<2xi32>
    return %r : vector<2xi32>
  }
  func.func @strided_slice_of_constant() -> vector<2xi32> {
    %r = arith.constant dense<[2, 3]> : vector<2xi32>
    return %r : vector<2xi32>
  }
  func.func @strided_slice_of_broadcast(%x: f32) -> vector<2xf32> {
    %r = vector.broadcast %x : f32 to vector<2xf32>
    return %r : vector<2xf32>
  }
  func.func @strided_slice_of_slice(%v: vector<8xf32>) -> vector<2xf32> {
    %a = vector.extract_strided_slice %v {offsets = [1], sizes = [5], strides = [1]} : vector<8xf32> to vector<5xf32>
    %r = vector.extract_strided_slice %a {offsets = [2], sizes = [2], strides = [1]} : vector<5xf32> to vector<2xf32>
    return %r : vector<2xf32>
  }
  func.func @strided_slice_of_inserted(%v: vector<8xf32>, %s: vector<2xf32>) -> vector<2xf32> {
    return %s : vector<2xf32>
  }
  func.func @insert_strided_slice_whole(%v: vector<4xf32>, %s: vector<4xf32>) -> vector<4xf32> {
    return %s : vector<4xf32>
  }
  func.func @insert_strided_slice_back(%v: vector<8xf32>) -> vector<8xf32> {
    return %v : vector<8xf32>
  }
  func.func @insert_strided_slice_splats(%x: f32) -> vector<8xf32> {
    %v = vector.broadcast %x : f32 to vector<8xf32>
    return %v : vector<8xf32>
  }
  func.func @insert_strided_slice_constants() -> vector<4xi32> {
    %r = arith.constant dense<[1, 8, 9, 4]> : vector<4xi32>
    return %r : vector<4xi32>
  }
  func.func @reduction_of_one(%v: vector<1xf32>) -> f32 {
    %r = vector.extract %v[0] : f32 from vector<1xf32>
    return %r : f32
  }
  func.func @reduction_of_one_with_start(%v: vector<1xf32>, %x: f32) -> f32 {
    %0 = vector.extract %v[0] : f32 from vector<1xf32>
    %r = arith.addf %0, %x : f32
    return %r : f32
  }
  func.func @reduction_of_one_maximum(%v: vector<1xi32>, %x: i32) -> i32 {
    %0 = vector.extract %v[0] : i32 from vector<1xi32>
    %r = arith.maxsi %0, %x : i32
    return %r : i32
  }
  func.func @multi_reduction_of_nothing(%v: vector<2x3xf32>, %a: vector<2x3xf32>) -> vector<2x3xf32> {
    %r = arith.mulf %a, %v : vector<2x3xf32>
    return %r : vector<2x3xf32>
  }
  func.func @create_mask_constant() -> vector<4xi1> {
    %r = vector.constant_mask [2] : vector<4xi1>
    return %r : vector<4xi1>
  }
  func.func @create_mask_all() -> vector<4xi1> {
    %r = arith.constant dense<true> : vector<4xi1>
    return %r : vector<4xi1>
  }
  func.func @create_mask_none() -> vector<4x3xi1> {
    %r = arith.constant dense<false> : vector<4x3xi1>
    return %r : vector<4x3xi1>
  }
  func.func @create_mask_negative() -> vector<4xi1> {
    %r = arith.constant dense<false> : vector<4xi1>
    return %r : vector<4xi1>
  }
  func.func @constant_mask_all() -> vector<4xi1> {
    %r = arith.constant dense<true> : vector<4xi1>
    return %r : vector<4xi1>
  }
  func.func @constant_mask_none() -> vector<4xi1> {
    %r = arith.constant dense<false> : vector<4xi1>
    return %r : vector<4xi1>
  }
  func.func @masked_load_all(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) -> vector<4xf32> {
    %r = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
    return %r : vector<4xf32>
  }
  func.func @masked_load_none(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) -> vector<4xf32> {
    return %p : vector<4xf32>
  }
  func.func @masked_store_all(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) {
    vector.store %p, %m[%i] : memref<8xf32>, vector<4xf32>
    return
  }
  func.func @masked_store_none(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) {
    return
  }
  func.func @load_of_cast(%m: memref<8xf32>, %i: index) -> vector<4xf32> {
    %r = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
    return %r : vector<4xf32>
  }
  func.func @store_of_cast(%m: memref<8xf32>, %i: index, %v: vector<4xf32>) {
    vector.store %v, %m[%i] : memref<8xf32>, vector<4xf32>
    return
  }
  func.func @transfer_read_of_cast(%m: memref<4x8xf32>, %i: index, %x: f32) -> vector<4xf32> {
    %r = vector.transfer_read %m[%i, %i], %x : memref<4x8xf32>, vector<4xf32>
    return %r : vector<4xf32>
  }
  func.func @transfer_read_in_bounds(%m: memref<4x8xf32>, %x: f32) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %r = vector.transfer_read %m[%c0, %c4], %x {in_bounds = [true]} : memref<4x8xf32>, vector<4xf32>
    return %r : vector<4xf32>
  }
  func.func @transfer_write_in_bounds(%m: memref<4x8xf32>, %v: vector<4xf32>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    vector.transfer_write %v, %m[%c0, %c4] {in_bounds = [true]} : vector<4xf32>, memref<4x8xf32>
    return
  }
  func.func @transfer_read_out_of_bounds_stays(%m: memref<4x8xf32>, %x: f32) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %r = vector.transfer_read %m[%c0, %c5], %x : memref<4x8xf32>, vector<4xf32>
    return %r : vector<4xf32>
  }
  func.func @interleave_of_deinterleave_stays(%v: vector<4xf32>) -> vector<4xf32> {
    %a, %b = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
    %r = vector.interleave %a, %b : vector<2xf32> -> vector<4xf32>
    return %r : vector<4xf32>
  }
  func.func @step_stays() -> vector<4xindex> {
    %r = vector.step : vector<4xindex>
    return %r : vector<4xindex>
  }
  func.func @fma_constants() -> vector<2xf32> {
    %a = arith.constant dense<2.000000e+00> : vector<2xf32>
    %b = arith.constant dense<3.000000e+00> : vector<2xf32>
    %r = vector.fma %a, %b, %a : vector<2xf32>
    return %r : vector<2xf32>
  }
  func.func @gather_none(%m: memref<8xf32>, %i: index, %v: vector<4xindex>, %p: vector<4xf32>) -> vector<4xf32> {
    return %p : vector<4xf32>
  }
  func.func @scatter_none(%m: memref<8xf32>, %i: index, %v: vector<4xindex>, %p: vector<4xf32>) {
    return
  }
  func.func @compress_store_all(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) {
    vector.store %p, %m[%i] : memref<8xf32>, vector<4xf32>
    return
  }
  func.func @expand_load_all(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) -> vector<4xf32> {
    %r = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
    return %r : vector<4xf32>
  }
}
