func.func @extract_of_broadcast_scalar(%x: f32) -> f32 {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.extract %v[2] : f32 from vector<4xf32>
  return %r : f32
}

func.func @extract_of_broadcast_vector(%x: vector<4xf32>) -> vector<4xf32> {
  %v = vector.broadcast %x : vector<4xf32> to vector<3x4xf32>
  %r = vector.extract %v[1] : vector<4xf32> from vector<3x4xf32>
  return %r : vector<4xf32>
}

func.func @extract_element_of_broadcast_vector(%x: vector<4xf32>) -> f32 {
  %v = vector.broadcast %x : vector<4xf32> to vector<3x4xf32>
  %r = vector.extract %v[1, 2] : f32 from vector<3x4xf32>
  return %r : f32
}

func.func @extract_of_extract(%v: vector<2x3x4xf32>) -> f32 {
  %a = vector.extract %v[1] : vector<3x4xf32> from vector<2x3x4xf32>
  %r = vector.extract %a[2, 3] : f32 from vector<3x4xf32>
  return %r : f32
}

func.func @extract_of_insert_same(%v: vector<4xf32>, %x: f32) -> f32 {
  %a = vector.insert %x, %v[2] : f32 into vector<4xf32>
  %r = vector.extract %a[2] : f32 from vector<4xf32>
  return %r : f32
}

func.func @extract_of_insert_other(%v: vector<4xf32>, %x: f32) -> f32 {
  %a = vector.insert %x, %v[2] : f32 into vector<4xf32>
  %r = vector.extract %a[1] : f32 from vector<4xf32>
  return %r : f32
}

func.func @extract_of_insert_row(%v: vector<2x4xf32>, %x: vector<4xf32>) -> f32 {
  %a = vector.insert %x, %v[1] : vector<4xf32> into vector<2x4xf32>
  %r = vector.extract %a[1, 3] : f32 from vector<2x4xf32>
  return %r : f32
}

func.func @extract_of_splat_constant() -> f32 {
  %a = arith.constant dense<2.5> : vector<4xf32>
  %r = vector.extract %a[1] : f32 from vector<4xf32>
  return %r : f32
}

func.func @extract_row_of_splat_constant() -> vector<4xi32> {
  %a = arith.constant dense<7> : vector<2x4xi32>
  %r = vector.extract %a[1] : vector<4xi32> from vector<2x4xi32>
  return %r : vector<4xi32>
}

func.func @extract_of_constant() -> i32 {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %r = vector.extract %a[1, 0] : i32 from vector<2x2xi32>
  return %r : i32
}

func.func @extract_row_of_constant() -> vector<2xi32> {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %r = vector.extract %a[1] : vector<2xi32> from vector<2x2xi32>
  return %r : vector<2xi32>
}

func.func @extract_nothing(%v: vector<4xf32>) -> vector<4xf32> {
  %r = vector.extract %v[] : vector<4xf32> from vector<4xf32>
  return %r : vector<4xf32>
}

func.func @extract_of_from_elements(%x: f32, %y: f32) -> f32 {
  %a = vector.from_elements %x, %y : vector<2xf32>
  %r = vector.extract %a[1] : f32 from vector<2xf32>
  return %r : f32
}

func.func @extract_of_shape_cast(%v: vector<4xf32>) -> f32 {
  %a = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  %r = vector.extract %a[1, 0] : f32 from vector<2x2xf32>
  return %r : f32
}

func.func @extract_of_transpose(%v: vector<2x3xf32>) -> f32 {
  %a = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %r = vector.extract %a[2, 1] : f32 from vector<3x2xf32>
  return %r : f32
}

func.func @extract_constant_position(%v: vector<4xf32>) -> f32 {
  %c2 = arith.constant 2 : index
  %r = vector.extract %v[%c2] : f32 from vector<4xf32>
  return %r : f32
}

func.func @insert_constant_position(%v: vector<4xf32>, %x: f32) -> vector<4xf32> {
  %c2 = arith.constant 2 : index
  %r = vector.insert %x, %v[%c2] : f32 into vector<4xf32>
  return %r : vector<4xf32>
}

func.func @insert_whole(%v: vector<4xf32>, %x: vector<4xf32>) -> vector<4xf32> {
  %r = vector.insert %x, %v[] : vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

func.func @insert_constant_into_constant() -> vector<4xi32> {
  %x = arith.constant 9 : i32
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %r = vector.insert %x, %v[2] : i32 into vector<4xi32>
  return %r : vector<4xi32>
}

func.func @insert_same_splat(%x: f32) -> vector<2x4xf32> {
  %a = vector.broadcast %x : f32 to vector<4xf32>
  %b = vector.broadcast %x : f32 to vector<2x4xf32>
  %r = vector.insert %a, %b[1] : vector<4xf32> into vector<2x4xf32>
  return %r : vector<2x4xf32>
}

func.func @insert_all_elements(%x: f32, %y: f32, %v: vector<2xf32>) -> vector<2xf32> {
  %a = vector.insert %x, %v[0] : f32 into vector<2xf32>
  %r = vector.insert %y, %a[1] : f32 into vector<2xf32>
  return %r : vector<2xf32>
}

func.func @insert_only_element(%x: f32, %v: vector<1xf32>) -> vector<1xf32> {
  %r = vector.insert %x, %v[0] : f32 into vector<1xf32>
  return %r : vector<1xf32>
}

func.func @broadcast_same(%v: vector<4xf32>) -> vector<4xf32> {
  %r = vector.broadcast %v : vector<4xf32> to vector<4xf32>
  return %r : vector<4xf32>
}

func.func @broadcast_of_broadcast(%x: f32) -> vector<3x4xf32> {
  %a = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.broadcast %a : vector<4xf32> to vector<3x4xf32>
  return %r : vector<3x4xf32>
}

func.func @broadcast_of_constant() -> vector<4xf32> {
  %x = arith.constant 1.5 : f32
  %r = vector.broadcast %x : f32 to vector<4xf32>
  return %r : vector<4xf32>
}

func.func @broadcast_of_splat_constant() -> vector<3x4xi32> {
  %x = arith.constant dense<7> : vector<4xi32>
  %r = vector.broadcast %x : vector<4xi32> to vector<3x4xi32>
  return %r : vector<3x4xi32>
}

func.func @broadcast_scalable_constant() -> vector<[4]xi32> {
  %x = arith.constant 7 : i32
  %r = vector.broadcast %x : i32 to vector<[4]xi32>
  return %r : vector<[4]xi32>
}

func.func @shape_cast_same(%v: vector<4xf32>) -> vector<4xf32> {
  %r = vector.shape_cast %v : vector<4xf32> to vector<4xf32>
  return %r : vector<4xf32>
}

func.func @shape_cast_round_trip(%v: vector<4xf32>) -> vector<4xf32> {
  %a = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  %r = vector.shape_cast %a : vector<2x2xf32> to vector<4xf32>
  return %r : vector<4xf32>
}

func.func @shape_cast_chain(%v: vector<8xf32>) -> vector<4x2xf32> {
  %a = vector.shape_cast %v : vector<8xf32> to vector<2x4xf32>
  %r = vector.shape_cast %a : vector<2x4xf32> to vector<4x2xf32>
  return %r : vector<4x2xf32>
}

func.func @shape_cast_of_splat() -> vector<2x2xi32> {
  %x = arith.constant dense<7> : vector<4xi32>
  %r = vector.shape_cast %x : vector<4xi32> to vector<2x2xi32>
  return %r : vector<2x2xi32>
}

func.func @shape_cast_of_constant() -> vector<2x2xi32> {
  %x = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %r = vector.shape_cast %x : vector<4xi32> to vector<2x2xi32>
  return %r : vector<2x2xi32>
}

func.func @shape_cast_of_broadcast(%x: f32) -> vector<2x2xf32> {
  %a = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.shape_cast %a : vector<4xf32> to vector<2x2xf32>
  return %r : vector<2x2xf32>
}

func.func @shape_cast_of_from_elements(%x: f32, %y: f32) -> vector<2x1xf32> {
  %a = vector.from_elements %x, %y : vector<2xf32>
  %r = vector.shape_cast %a : vector<2xf32> to vector<2x1xf32>
  return %r : vector<2x1xf32>
}

func.func @transpose_identity(%v: vector<2x3xf32>) -> vector<2x3xf32> {
  %r = vector.transpose %v, [0, 1] : vector<2x3xf32> to vector<2x3xf32>
  return %r : vector<2x3xf32>
}

func.func @transpose_of_transpose(%v: vector<2x3x4xf32>) -> vector<3x4x2xf32> {
  %a = vector.transpose %v, [2, 1, 0] : vector<2x3x4xf32> to vector<4x3x2xf32>
  %r = vector.transpose %a, [1, 0, 2] : vector<4x3x2xf32> to vector<3x4x2xf32>
  return %r : vector<3x4x2xf32>
}

func.func @transpose_back(%v: vector<2x3xf32>) -> vector<2x3xf32> {
  %a = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %r = vector.transpose %a, [1, 0] : vector<3x2xf32> to vector<2x3xf32>
  return %r : vector<2x3xf32>
}

func.func @transpose_of_splat() -> vector<3x2xi32> {
  %x = arith.constant dense<7> : vector<2x3xi32>
  %r = vector.transpose %x, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  return %r : vector<3x2xi32>
}

func.func @transpose_of_broadcast_scalar(%x: f32) -> vector<3x2xf32> {
  %a = vector.broadcast %x : f32 to vector<2x3xf32>
  %r = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %r : vector<3x2xf32>
}

func.func @transpose_of_broadcast_vector(%x: vector<3xf32>) -> vector<4x2x3xf32> {
  %a = vector.broadcast %x : vector<3xf32> to vector<2x4x3xf32>
  %r = vector.transpose %a, [1, 0, 2] : vector<2x4x3xf32> to vector<4x2x3xf32>
  return %r : vector<4x2x3xf32>
}

func.func @transpose_of_from_elements(%x: f32, %y: f32, %z: f32, %w: f32) -> vector<2x2xf32> {
  %a = vector.from_elements %x, %y, %z, %w : vector<2x2xf32>
  %r = vector.transpose %a, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  return %r : vector<2x2xf32>
}

func.func @transpose_of_unit_dimension(%v: vector<1x4xf32>) -> vector<4x1xf32> {
  %r = vector.transpose %v, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  return %r : vector<4x1xf32>
}

func.func @bitcast_same(%v: vector<4xf32>) -> vector<4xf32> {
  %r = vector.bitcast %v : vector<4xf32> to vector<4xf32>
  return %r : vector<4xf32>
}

func.func @bitcast_round_trip(%v: vector<4xf32>) -> vector<4xf32> {
  %a = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %r = vector.bitcast %a : vector<4xi32> to vector<4xf32>
  return %r : vector<4xf32>
}

func.func @bitcast_chain(%v: vector<4xf32>) -> vector<8xi16> {
  %a = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %r = vector.bitcast %a : vector<4xi32> to vector<8xi16>
  return %r : vector<8xi16>
}

func.func @bitcast_of_splat() -> vector<4xi32> {
  %x = arith.constant dense<1.0> : vector<4xf32>
  %r = vector.bitcast %x : vector<4xf32> to vector<4xi32>
  return %r : vector<4xi32>
}

func.func @from_constant_elements() -> vector<2xi32> {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %r = vector.from_elements %a, %b : vector<2xi32>
  return %r : vector<2xi32>
}

func.func @from_same_elements(%x: f32) -> vector<2x2xf32> {
  %r = vector.from_elements %x, %x, %x, %x : vector<2x2xf32>
  return %r : vector<2x2xf32>
}

func.func @from_extracted_elements(%v: vector<2xf32>) -> vector<2xf32> {
  %a = vector.extract %v[0] : f32 from vector<2xf32>
  %b = vector.extract %v[1] : f32 from vector<2xf32>
  %r = vector.from_elements %a, %b : vector<2xf32>
  return %r : vector<2xf32>
}

func.func @to_elements_of_from_elements(%x: f32, %y: f32) -> (f32, f32) {
  %a = vector.from_elements %x, %y : vector<2xf32>
  %r:2 = vector.to_elements %a : vector<2xf32>
  return %r#1, %r#0 : f32, f32
}

func.func @from_elements_of_to_elements(%v: vector<2xf32>) -> vector<2xf32> {
  %a:2 = vector.to_elements %v : vector<2xf32>
  %r = vector.from_elements %a#0, %a#1 : vector<2xf32>
  return %r : vector<2xf32>
}

func.func @shuffle_identity_first(%v: vector<4xf32>, %w: vector<4xf32>) -> vector<4xf32> {
  %r = vector.shuffle %v, %w [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

func.func @shuffle_identity_second(%v: vector<4xf32>, %w: vector<4xf32>) -> vector<4xf32> {
  %r = vector.shuffle %v, %w [4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

func.func @shuffle_of_constants() -> vector<4xi32> {
  %v = arith.constant dense<[1, 2]> : vector<2xi32>
  %w = arith.constant dense<[3, 4]> : vector<2xi32>
  %r = vector.shuffle %v, %w [3, 0, 2, 1] : vector<2xi32>, vector<2xi32>
  return %r : vector<4xi32>
}

func.func @shuffle_of_splats(%x: f32) -> vector<2xf32> {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %w = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.shuffle %v, %w [3, 5] : vector<4xf32>, vector<4xf32>
  return %r : vector<2xf32>
}

func.func @shuffle_interleaves(%v: vector<2xf32>, %w: vector<2xf32>) -> vector<4xf32> {
  %r = vector.shuffle %v, %w [0, 2, 1, 3] : vector<2xf32>, vector<2xf32>
  return %r : vector<4xf32>
}

func.func @strided_slice_whole(%v: vector<4xf32>) -> vector<4xf32> {
  %r = vector.extract_strided_slice %v {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
  return %r : vector<4xf32>
}

func.func @strided_slice_of_splat() -> vector<2xi32> {
  %v = arith.constant dense<7> : vector<4xi32>
  %r = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  return %r : vector<2xi32>
}

func.func @strided_slice_of_constant() -> vector<2xi32> {
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %r = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  return %r : vector<2xi32>
}

func.func @strided_slice_of_broadcast(%x: f32) -> vector<2xf32> {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return %r : vector<2xf32>
}

func.func @strided_slice_of_slice(%v: vector<8xf32>) -> vector<2xf32> {
  %a = vector.extract_strided_slice %v {offsets = [1], sizes = [5], strides = [1]} : vector<8xf32> to vector<5xf32>
  %r = vector.extract_strided_slice %a {offsets = [2], sizes = [2], strides = [1]} : vector<5xf32> to vector<2xf32>
  return %r : vector<2xf32>
}

func.func @strided_slice_of_inserted(%v: vector<8xf32>, %s: vector<2xf32>) -> vector<2xf32> {
  %a = vector.insert_strided_slice %s, %v {offsets = [3], strides = [1]} : vector<2xf32> into vector<8xf32>
  %r = vector.extract_strided_slice %a {offsets = [3], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
  return %r : vector<2xf32>
}

func.func @insert_strided_slice_whole(%v: vector<4xf32>, %s: vector<4xf32>) -> vector<4xf32> {
  %r = vector.insert_strided_slice %s, %v {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

func.func @insert_strided_slice_back(%v: vector<8xf32>) -> vector<8xf32> {
  %a = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %r = vector.insert_strided_slice %a, %v {offsets = [2], strides = [1]} : vector<4xf32> into vector<8xf32>
  return %r : vector<8xf32>
}

func.func @insert_strided_slice_splats(%x: f32) -> vector<8xf32> {
  %v = vector.broadcast %x : f32 to vector<8xf32>
  %s = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.insert_strided_slice %s, %v {offsets = [2], strides = [1]} : vector<4xf32> into vector<8xf32>
  return %r : vector<8xf32>
}

func.func @insert_strided_slice_constants() -> vector<4xi32> {
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %s = arith.constant dense<[8, 9]> : vector<2xi32>
  %r = vector.insert_strided_slice %s, %v {offsets = [1], strides = [1]} : vector<2xi32> into vector<4xi32>
  return %r : vector<4xi32>
}

func.func @reduction_of_one(%v: vector<1xf32>) -> f32 {
  %r = vector.reduction <add>, %v : vector<1xf32> into f32
  return %r : f32
}

func.func @reduction_of_one_with_start(%v: vector<1xf32>, %x: f32) -> f32 {
  %r = vector.reduction <add>, %v, %x : vector<1xf32> into f32
  return %r : f32
}

func.func @reduction_of_one_maximum(%v: vector<1xi32>, %x: i32) -> i32 {
  %r = vector.reduction <maxsi>, %v, %x : vector<1xi32> into i32
  return %r : i32
}

func.func @multi_reduction_of_nothing(%v: vector<2x3xf32>, %a: vector<2x3xf32>) -> vector<2x3xf32> {
  %r = vector.multi_reduction <mul>, %v, %a [] : vector<2x3xf32> to vector<2x3xf32>
  return %r : vector<2x3xf32>
}

func.func @create_mask_constant() -> vector<4xi1> {
  %c2 = arith.constant 2 : index
  %r = vector.create_mask %c2 : vector<4xi1>
  return %r : vector<4xi1>
}

func.func @create_mask_all() -> vector<4xi1> {
  %c9 = arith.constant 9 : index
  %r = vector.create_mask %c9 : vector<4xi1>
  return %r : vector<4xi1>
}

func.func @create_mask_none() -> vector<4x3xi1> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %r = vector.create_mask %c0, %c2 : vector<4x3xi1>
  return %r : vector<4x3xi1>
}

func.func @create_mask_negative() -> vector<4xi1> {
  %c = arith.constant -3 : index
  %r = vector.create_mask %c : vector<4xi1>
  return %r : vector<4xi1>
}

func.func @constant_mask_all() -> vector<4xi1> {
  %r = vector.constant_mask [4] : vector<4xi1>
  return %r : vector<4xi1>
}

func.func @constant_mask_none() -> vector<4xi1> {
  %r = vector.constant_mask [0] : vector<4xi1>
  return %r : vector<4xi1>
}

func.func @masked_load_all(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) -> vector<4xf32> {
  %k = vector.constant_mask [4] : vector<4xi1>
  %r = vector.maskedload %m[%i], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

func.func @masked_load_none(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) -> vector<4xf32> {
  %k = vector.constant_mask [0] : vector<4xi1>
  %r = vector.maskedload %m[%i], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

func.func @masked_store_all(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) {
  %k = vector.constant_mask [4] : vector<4xi1>
  vector.maskedstore %m[%i], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return
}

func.func @masked_store_none(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) {
  %k = vector.constant_mask [0] : vector<4xi1>
  vector.maskedstore %m[%i], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return
}

func.func @load_of_cast(%m: memref<8xf32>, %i: index) -> vector<4xf32> {
  %a = memref.cast %m : memref<8xf32> to memref<?xf32>
  %r = vector.load %a[%i] : memref<?xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

func.func @store_of_cast(%m: memref<8xf32>, %i: index, %v: vector<4xf32>) {
  %a = memref.cast %m : memref<8xf32> to memref<?xf32>
  vector.store %v, %a[%i] : memref<?xf32>, vector<4xf32>
  return
}

func.func @transfer_read_of_cast(%m: memref<4x8xf32>, %i: index, %x: f32) -> vector<4xf32> {
  %a = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  %r = vector.transfer_read %a[%i, %i], %x : memref<?x?xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

func.func @transfer_read_in_bounds(%m: memref<4x8xf32>, %x: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %r = vector.transfer_read %m[%c0, %c4], %x : memref<4x8xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

func.func @transfer_write_in_bounds(%m: memref<4x8xf32>, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  vector.transfer_write %v, %m[%c0, %c4] : vector<4xf32>, memref<4x8xf32>
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
  %a = arith.constant dense<2.0> : vector<2xf32>
  %b = arith.constant dense<3.0> : vector<2xf32>
  %r = vector.fma %a, %b, %a : vector<2xf32>
  return %r : vector<2xf32>
}

func.func @gather_none(%m: memref<8xf32>, %i: index, %v: vector<4xindex>, %p: vector<4xf32>) -> vector<4xf32> {
  %k = arith.constant dense<false> : vector<4xi1>
  %r = vector.gather %m[%i] [%v], %k, %p : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

func.func @scatter_none(%m: memref<8xf32>, %i: index, %v: vector<4xindex>, %p: vector<4xf32>) {
  %k = arith.constant dense<false> : vector<4xi1>
  vector.scatter %m[%i] [%v], %k, %p : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return
}

func.func @compress_store_all(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) {
  %k = arith.constant dense<true> : vector<4xi1>
  vector.compressstore %m[%i], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return
}

func.func @expand_load_all(%m: memref<8xf32>, %i: index, %p: vector<4xf32>) -> vector<4xf32> {
  %k = arith.constant dense<true> : vector<4xi1>
  %r = vector.expandload %m[%i], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %r : vector<4xf32>
}
