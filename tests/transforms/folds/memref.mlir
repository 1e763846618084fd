// ---- sizes and ranks

func.func @dim_static(%m: memref<4x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<4x?xf32>
  return %d : index
}

func.func @dim_of_alloc(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %m = memref.alloc(%n) : memref<4x?xf32>
  %d = memref.dim %m, %c1 : memref<4x?xf32>
  return %d : index
}

func.func @dim_of_alloca(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %m = memref.alloca(%n) : memref<?x4xf32>
  %d = memref.dim %m, %c0 : memref<?x4xf32>
  return %d : index
}

func.func @dim_of_cast(%m: memref<?x4xf32>) -> index {
  %c1 = arith.constant 1 : index
  %a = memref.cast %m : memref<?x4xf32> to memref<?x?xf32>
  %d = memref.dim %a, %c1 : memref<?x?xf32>
  return %d : index
}

func.func @dim_of_cast_dynamic(%m: memref<?x4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %a = memref.cast %m : memref<?x4xf32> to memref<?x?xf32>
  %d = memref.dim %a, %c0 : memref<?x?xf32>
  return %d : index
}

func.func @dim_of_subview(%m: memref<?x?xf32>, %o: index, %s: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.subview %m[%o, 0] [%s, 3] [1, 1] : memref<?x?xf32> to memref<?x3xf32, strided<[?, 1], offset: ?>>
  %a = memref.dim %v, %c0 : memref<?x3xf32, strided<[?, 1], offset: ?>>
  %b = memref.dim %v, %c1 : memref<?x3xf32, strided<[?, 1], offset: ?>>
  return %a, %b : index, index
}

func.func @dim_of_rank_reduced_subview(%m: memref<?x?x?xf32>, %s: index, %t: index) -> index {
  %c1 = arith.constant 1 : index
  %v = memref.subview %m[0, 0, 0] [%s, 1, %t] [1, 1, 1] : memref<?x?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %d = memref.dim %v, %c1 : memref<?x?xf32, strided<[?, 1]>>
  return %d : index
}

func.func @dim_of_view(%m: memref<128xi8>, %n: index, %o: index) -> index {
  %c1 = arith.constant 1 : index
  %v = memref.view %m[%o][%n] : memref<128xi8> to memref<2x?xf32>
  %d = memref.dim %v, %c1 : memref<2x?xf32>
  return %d : index
}

func.func @dim_of_reinterpret_cast(%m: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %v = memref.reinterpret_cast %m to offset: [0], sizes: [%n, 4], strides: [4, 1] : memref<?xf32> to memref<?x4xf32, strided<[4, 1]>>
  %d = memref.dim %v, %c0 : memref<?x4xf32, strided<[4, 1]>>
  return %d : index
}

func.func @dim_of_expand_shape(%m: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %v = memref.expand_shape %m [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  %d = memref.dim %v, %c0 : memref<?x4xf32>
  return %d : index
}

func.func @dim_of_collapse_shape(%m: memref<?x4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %v = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %d = memref.dim %v, %c0 : memref<?xf32>
  return %d : index
}

func.func @dim_of_reshape(%m: memref<*xf32>, %s: memref<?xindex>) -> index {
  %c1 = arith.constant 1 : index
  %v = memref.reshape %m(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  %d = memref.dim %v, %c1 : memref<*xf32>
  return %d : index
}

func.func @dim_of_reshape_of_integers(%m: memref<?xf32>, %s: memref<2xi32>) -> index {
  %c1 = arith.constant 1 : index
  %v = memref.reshape %m(%s) : (memref<?xf32>, memref<2xi32>) -> memref<?x?xf32>
  %d = memref.dim %v, %c1 : memref<?x?xf32>
  return %d : index
}

func.func @dim_of_memory_space_cast(%m: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %v = memref.memory_space_cast %m : memref<?xf32> to memref<?xf32, 1>
  %d = memref.dim %v, %c0 : memref<?xf32, 1>
  return %d : index
}

func.func @dim_of_transpose(%m: memref<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %v = memref.transpose %m (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  %d = memref.dim %v, %c0 : memref<?x?xf32, strided<[1, ?]>>
  return %d : index
}

func.func @rank_of_ranked(%m: memref<?x4xf32>) -> index {
  %d = memref.rank %m : memref<?x4xf32>
  return %d : index
}

func.func @rank_of_unranked_cast(%m: memref<?x4xf32>) -> index {
  %v = memref.cast %m : memref<?x4xf32> to memref<*xf32>
  %d = memref.rank %v : memref<*xf32>
  return %d : index
}

// ---- allocations

func.func @alloc_constant_sizes() -> memref<?x4xf32> {
  %c8 = arith.constant 8 : index
  %m = memref.alloc(%c8) : memref<?x4xf32>
  return %m : memref<?x4xf32>
}

func.func @alloc_some_constant_sizes(%n: index) -> memref<?x?xf32> {
  %c8 = arith.constant 8 : index
  %m = memref.alloc(%c8, %n) {alignment = 64 : i64} : memref<?x?xf32>
  return %m : memref<?x?xf32>
}

func.func @alloca_constant_sizes(%x: f32, %i: index) -> f32 {
  %c8 = arith.constant 8 : index
  %m = memref.alloca(%c8) : memref<?xf32>
  memref.store %x, %m[%i] : memref<?xf32>
  %r = memref.load %m[%i] : memref<?xf32>
  return %r : f32
}

func.func @alloc_negative_size() -> memref<?xf32> {
  %c8 = arith.constant -8 : index
  %m = memref.alloc(%c8) : memref<?xf32>
  return %m : memref<?xf32>
}

func.func @alloc_unused() {
  %m = memref.alloc() : memref<4xf32>
  return
}

func.func @alloc_only_freed() {
  %m = memref.alloc() : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return
}

func.func @alloc_only_written(%x: f32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  memref.store %x, %m[%c0] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return
}

func.func @alloca_scope_once(%x: f32) -> f32 {
  %r = memref.alloca_scope -> (f32) {
    %m = memref.alloca() : memref<f32>
    memref.store %x, %m[] : memref<f32>
    %v = memref.load %m[] : memref<f32>
    memref.alloca_scope.return %v : f32
  }
  return %r : f32
}

func.func @alloca_scope_without_alloca(%m: memref<f32>, %x: f32) {
  memref.alloca_scope {
    memref.store %x, %m[] : memref<f32>
  }
  return
}

func.func @alloca_scope_without_alloca_in_loop(%m: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.alloca_scope {
      memref.store %x, %m[%i] : memref<8xf32>
    }
  }
  return
}

// ---- casts

func.func @cast_same(%m: memref<4xf32>) -> memref<4xf32> {
  %v = memref.cast %m : memref<4xf32> to memref<4xf32>
  return %v : memref<4xf32>
}

func.func @cast_round_trip(%m: memref<4xf32>) -> memref<4xf32> {
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  %w = memref.cast %v : memref<?xf32> to memref<4xf32>
  return %w : memref<4xf32>
}

func.func @cast_unranked_round_trip(%m: memref<4xf32>) -> memref<4xf32> {
  %v = memref.cast %m : memref<4xf32> to memref<*xf32>
  %w = memref.cast %v : memref<*xf32> to memref<4xf32>
  return %w : memref<4xf32>
}

func.func @cast_chain(%m: memref<4x5xf32>) -> memref<?x?xf32> {
  %v = memref.cast %m : memref<4x5xf32> to memref<?x5xf32>
  %w = memref.cast %v : memref<?x5xf32> to memref<?x?xf32>
  return %w : memref<?x?xf32>
}

func.func @cast_chain_that_learns(%m: memref<?x?xf32>) -> memref<?x?xf32> {
  %v = memref.cast %m : memref<?x?xf32> to memref<?x5xf32>
  %w = memref.cast %v : memref<?x5xf32> to memref<?x?xf32>
  return %w : memref<?x?xf32>
}

func.func @cast_into_load(%m: memref<4xf32>, %i: index) -> f32 {
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  %r = memref.load %v[%i] : memref<?xf32>
  return %r : f32
}

func.func @cast_into_store(%m: memref<4xf32>, %i: index, %x: f32) {
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.store %x, %v[%i] : memref<?xf32>
  return
}

func.func @cast_into_dealloc() {
  %m = memref.alloc() : memref<4xf32>
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.dealloc %v : memref<?xf32>
  return
}

func.func @cast_into_dealloc_of_argument(%m: memref<4xf32>) {
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.dealloc %v : memref<?xf32>
  return
}

func.func @cast_into_copy(%m: memref<4xf32>, %n: memref<4xf32>) {
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  %w = memref.cast %n : memref<4xf32> to memref<?xf32>
  memref.copy %v, %w : memref<?xf32> to memref<?xf32>
  return
}

func.func @cast_into_atomic(%m: memref<4xf32>, %i: index, %x: f32) -> f32 {
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  %r = memref.atomic_rmw addf %x, %v[%i] : (f32, memref<?xf32>) -> f32
  return %r : f32
}

func.func @cast_into_prefetch(%m: memref<4xf32>, %i: index) {
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.prefetch %v[%i], read, locality<3>, data : memref<?xf32>
  return
}

func.func @cast_into_subview(%m: memref<4x6xf32>, %i: index) -> memref<?x2xf32, strided<[?, 1], offset: ?>> {
  %v = memref.cast %m : memref<4x6xf32> to memref<?x?xf32>
  %w = memref.subview %v[0, 1] [%i, 2] [1, 1] : memref<?x?xf32> to memref<?x2xf32, strided<[?, 1], offset: 1>>
  %u = memref.cast %w : memref<?x2xf32, strided<[?, 1], offset: 1>> to memref<?x2xf32, strided<[?, 1], offset: ?>>
  return %u : memref<?x2xf32, strided<[?, 1], offset: ?>>
}

func.func @memory_space_cast_same(%m: memref<4xf32>) -> memref<4xf32> {
  %v = memref.memory_space_cast %m : memref<4xf32> to memref<4xf32>
  return %v : memref<4xf32>
}

func.func @memory_space_cast_chain(%m: memref<4xf32>) -> memref<4xf32, 2> {
  %v = memref.memory_space_cast %m : memref<4xf32> to memref<4xf32, 1>
  %w = memref.memory_space_cast %v : memref<4xf32, 1> to memref<4xf32, 2>
  return %w : memref<4xf32, 2>
}

func.func @memory_space_cast_round_trip(%m: memref<4xf32>) -> memref<4xf32> {
  %v = memref.memory_space_cast %m : memref<4xf32> to memref<4xf32, 1>
  %w = memref.memory_space_cast %v : memref<4xf32, 1> to memref<4xf32>
  return %w : memref<4xf32>
}

// ---- copies

func.func @copy_to_itself(%m: memref<4xf32>) {
  memref.copy %m, %m : memref<4xf32> to memref<4xf32>
  return
}

func.func @copy_empty(%m: memref<0xf32>, %n: memref<0xf32>) {
  memref.copy %m, %n : memref<0xf32> to memref<0xf32>
  return
}

func.func @copy_cast_to_itself(%m: memref<4xf32>) {
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.copy %m, %v : memref<4xf32> to memref<?xf32>
  return
}

// ---- subview

func.func @subview_whole(%m: memref<4x6xf32>) -> memref<4x6xf32, strided<[6, 1]>> {
  %v = memref.subview %m[0, 0] [4, 6] [1, 1] : memref<4x6xf32> to memref<4x6xf32, strided<[6, 1]>>
  return %v : memref<4x6xf32, strided<[6, 1]>>
}

func.func @subview_whole_strided(%m: memref<4x6xf32, strided<[6, 1], offset: 3>>) -> memref<4x6xf32, strided<[6, 1], offset: 3>> {
  %v = memref.subview %m[0, 0] [4, 6] [1, 1] : memref<4x6xf32, strided<[6, 1], offset: 3>> to memref<4x6xf32, strided<[6, 1], offset: 3>>
  return %v : memref<4x6xf32, strided<[6, 1], offset: 3>>
}

func.func @subview_constant_lists(%m: memref<8x16xf32>, %i: index, %j: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v = memref.subview %m[%c0, %c2] [%c4, %c4] [%c1, %c1] : memref<8x16xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %r = memref.load %v[%i, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %r : f32
}

func.func @subview_constant_lists_returned(%m: memref<8x16xf32>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v = memref.subview %m[%c0, %c2] [%c4, %c4] [%c1, %c1] : memref<8x16xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %v : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

func.func @subview_rank_reduced_constants(%m: memref<8x16xf32>, %i: index) -> memref<?xf32, strided<[?], offset: ?>> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v = memref.subview %m[%i, 0] [1, %c4] [1, %c1] : memref<8x16xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %v : memref<?xf32, strided<[?], offset: ?>>
}

func.func @subview_of_subview(%m: memref<8x16xf32>) -> memref<2x2xf32, strided<[16, 1], offset: 36>> {
  %v = memref.subview %m[1, 2] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 18>>
  %w = memref.subview %v[1, 2] [2, 2] [1, 1] : memref<4x4xf32, strided<[16, 1], offset: 18>> to memref<2x2xf32, strided<[16, 1], offset: 36>>
  return %w : memref<2x2xf32, strided<[16, 1], offset: 36>>
}

func.func @subview_out_of_bounds_stays(%m: memref<8xf32>, %i: index) -> f32 {
  %c5 = arith.constant 5 : index
  %v = memref.subview %m[%c5] [6] [1] : memref<8xf32> to memref<6xf32, strided<[1], offset: ?>>
  %r = memref.load %v[%i] : memref<6xf32, strided<[1], offset: ?>>
  return %r : f32
}

// ---- collapse and expand

func.func @expand_of_collapse(%m: memref<4x6xf32>) -> memref<4x6xf32> {
  %v = memref.collapse_shape %m [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  %w = memref.expand_shape %v [[0, 1]] output_shape [4, 6] : memref<24xf32> into memref<4x6xf32>
  return %w : memref<4x6xf32>
}

func.func @collapse_of_expand(%m: memref<24xf32>) -> memref<24xf32> {
  %v = memref.expand_shape %m [[0, 1]] output_shape [4, 6] : memref<24xf32> into memref<4x6xf32>
  %w = memref.collapse_shape %v [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  return %w : memref<24xf32>
}

func.func @collapse_of_collapse(%m: memref<2x3x4xf32>) -> memref<24xf32> {
  %v = memref.collapse_shape %m [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %w = memref.collapse_shape %v [[0, 1]] : memref<6x4xf32> into memref<24xf32>
  return %w : memref<24xf32>
}

func.func @expand_of_expand(%m: memref<24xf32>) -> memref<2x3x4xf32> {
  %v = memref.expand_shape %m [[0, 1]] output_shape [6, 4] : memref<24xf32> into memref<6x4xf32>
  %w = memref.expand_shape %v [[0, 1], [2]] output_shape [2, 3, 4] : memref<6x4xf32> into memref<2x3x4xf32>
  return %w : memref<2x3x4xf32>
}

func.func @expand_of_expand_dynamic(%m: memref<?xf32>, %n: index, %k: index) -> memref<?x3x4xf32> {
  %v = memref.expand_shape %m [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  %w = memref.expand_shape %v [[0, 1], [2]] output_shape [%k, 3, 4] : memref<?x4xf32> into memref<?x3x4xf32>
  return %w : memref<?x3x4xf32>
}

func.func @collapse_of_expand_partly(%m: memref<24xf32>) -> memref<6x4xf32> {
  %v = memref.expand_shape %m [[0, 1, 2]] output_shape [2, 3, 4] : memref<24xf32> into memref<2x3x4xf32>
  %w = memref.collapse_shape %v [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  return %w : memref<6x4xf32>
}

func.func @expand_of_collapse_partly(%m: memref<2x3x4xf32>) -> memref<6x4xf32> {
  %v = memref.collapse_shape %m [[0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
  %w = memref.expand_shape %v [[0, 1]] output_shape [6, 4] : memref<24xf32> into memref<6x4xf32>
  return %w : memref<6x4xf32>
}

func.func @expand_of_collapse_dynamic(%m: memref<?x4xf32>, %n: index) -> memref<?x4xf32> {
  %v = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %w = memref.expand_shape %v [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  return %w : memref<?x4xf32>
}

func.func @collapse_of_cast(%m: memref<4x6xf32>) -> memref<?xf32> {
  %v = memref.cast %m : memref<4x6xf32> to memref<?x6xf32>
  %w = memref.collapse_shape %v [[0, 1]] : memref<?x6xf32> into memref<?xf32>
  return %w : memref<?xf32>
}

func.func @collapse_nothing(%m: memref<4x6xf32>) -> memref<4x6xf32> {
  %w = memref.collapse_shape %m [[0], [1]] : memref<4x6xf32> into memref<4x6xf32>
  return %w : memref<4x6xf32>
}

func.func @expand_nothing(%m: memref<4x6xf32>) -> memref<4x6xf32> {
  %w = memref.expand_shape %m [[0], [1]] output_shape [4, 6] : memref<4x6xf32> into memref<4x6xf32>
  return %w : memref<4x6xf32>
}

func.func @expand_constant_sizes(%m: memref<?xf32>) -> memref<?x4xf32> {
  %c6 = arith.constant 6 : index
  %w = memref.expand_shape %m [[0, 1]] output_shape [%c6, 4] : memref<?xf32> into memref<?x4xf32>
  return %w : memref<?x4xf32>
}

// ---- transpose, reinterpret_cast, view, metadata

func.func @transpose_identity(%m: memref<4x6xf32>) -> memref<4x6xf32, strided<[6, 1]>> {
  %w = memref.transpose %m (i, j) -> (i, j) : memref<4x6xf32> to memref<4x6xf32, strided<[6, 1]>>
  return %w : memref<4x6xf32, strided<[6, 1]>>
}

func.func @transpose_of_transpose(%m: memref<4x6x3xf32>) -> memref<4x3x6xf32, strided<[18, 1, 3]>> {
  %v = memref.transpose %m (i, j, k) -> (k, j, i) : memref<4x6x3xf32> to memref<3x6x4xf32, strided<[1, 3, 18]>>
  %w = memref.transpose %v (i, j, k) -> (k, i, j) : memref<3x6x4xf32, strided<[1, 3, 18]>> to memref<4x3x6xf32, strided<[18, 1, 3]>>
  return %w : memref<4x3x6xf32, strided<[18, 1, 3]>>
}

func.func @transpose_back(%m: memref<4x6xf32, strided<[6, 1]>>) -> memref<4x6xf32, strided<[6, 1]>> {
  %v = memref.transpose %m (i, j) -> (j, i) : memref<4x6xf32, strided<[6, 1]>> to memref<6x4xf32, strided<[1, 6]>>
  %w = memref.transpose %v (i, j) -> (j, i) : memref<6x4xf32, strided<[1, 6]>> to memref<4x6xf32, strided<[6, 1]>>
  return %w : memref<4x6xf32, strided<[6, 1]>>
}

func.func @reinterpret_of_reinterpret(%m: memref<?xf32>, %o: index, %n: index) -> memref<?xf32, strided<[1], offset: ?>> {
  %v = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<?xf32> to memref<4x4xf32>
  %w = memref.reinterpret_cast %v to offset: [%o], sizes: [%n], strides: [1] : memref<4x4xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %w : memref<?xf32, strided<[1], offset: ?>>
}

func.func @reinterpret_of_cast(%m: memref<16xf32>, %n: index) -> memref<?xf32, strided<[1], offset: 2>> {
  %v = memref.cast %m : memref<16xf32> to memref<?xf32>
  %w = memref.reinterpret_cast %v to offset: [2], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 2>>
  return %w : memref<?xf32, strided<[1], offset: 2>>
}

func.func @reinterpret_of_subview(%m: memref<16xf32>, %n: index) -> memref<?xf32, strided<[1]>> {
  %v = memref.subview %m[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
  %w = memref.reinterpret_cast %v to offset: [0], sizes: [%n], strides: [1] : memref<8xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  return %w : memref<?xf32, strided<[1]>>
}

func.func @reinterpret_constants(%m: memref<16xf32>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %w = memref.reinterpret_cast %m to offset: [%c0], sizes: [%c2, %c4], strides: [%c4, %c1] : memref<16xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %w : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

func.func @reinterpret_same(%m: memref<4x6xf32>) -> memref<4x6xf32> {
  %w = memref.reinterpret_cast %m to offset: [0], sizes: [4, 6], strides: [6, 1] : memref<4x6xf32> to memref<4x6xf32>
  return %w : memref<4x6xf32>
}

func.func @reinterpret_of_metadata(%m: memref<?x?xf32, strided<[?, 1], offset: ?>>) -> memref<?x?xf32, strided<[?, 1], offset: ?>> {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %w = memref.reinterpret_cast %b to offset: [%o], sizes: [%s#0, %s#1], strides: [%t#0, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %w : memref<?x?xf32, strided<[?, 1], offset: ?>>
}

func.func @metadata_of_static(%m: memref<4x6xf32, strided<[6, 1], offset: 2>>) -> (memref<f32>, index, index, index, index, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4x6xf32, strided<[6, 1], offset: 2>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}

func.func @metadata_of_partly_static(%m: memref<?x6xf32, strided<[6, 1], offset: ?>>) -> (memref<f32>, index, index, index, index, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x6xf32, strided<[6, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}

func.func @metadata_of_cast(%m: memref<4x?xf32>) -> (index, index, index, index, index) {
  %v = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %v : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %s#1, %t#0, %t#1 : index, index, index, index, index
}

func.func @metadata_of_reinterpret(%m: memref<f32>, %o: index, %n: index) -> (index, index, index) {
  %v = memref.reinterpret_cast %m to offset: [%o], sizes: [%n], strides: [1] : memref<f32> to memref<?xf32, strided<[1], offset: ?>>
  %b, %p, %s, %t = memref.extract_strided_metadata %v : memref<?xf32, strided<[1], offset: ?>> -> memref<f32>, index, index, index
  return %p, %s, %t : index, index, index
}

func.func @view_constant_size(%m: memref<128xi8>, %o: index) -> memref<4x?xf32> {
  %c4 = arith.constant 4 : index
  %v = memref.view %m[%o][%c4] : memref<128xi8> to memref<4x?xf32>
  return %v : memref<4x?xf32>
}

func.func @view_of_cast(%m: memref<128xi8>, %o: index) -> memref<4x4xf32> {
  %a = memref.cast %m : memref<128xi8> to memref<?xi8>
  %v = memref.view %a[%o][] : memref<?xi8> to memref<4x4xf32>
  return %v : memref<4x4xf32>
}

func.func @view_same(%m: memref<128xi8>) -> memref<128xi8> {
  %c0 = arith.constant 0 : index
  %v = memref.view %m[%c0][] : memref<128xi8> to memref<128xi8>
  return %v : memref<128xi8>
}

func.func @assume_alignment_twice(%m: memref<4xf32>) -> memref<4xf32> {
  %v = memref.assume_alignment %m, 16 : memref<4xf32>
  %w = memref.assume_alignment %v, 16 : memref<4xf32>
  return %w : memref<4xf32>
}

func.func @extract_pointer_of_cast(%m: memref<4xf32>) -> index {
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  %p = memref.extract_aligned_pointer_as_index %v : memref<?xf32> -> index
  return %p : index
}

func.func @distinct_one(%m: memref<4xf32>) -> memref<4xf32> {
  %v = memref.distinct_objects %m : memref<4xf32>
  return %v : memref<4xf32>
}

memref.global "private" constant @weights : memref<4xi32> = dense<[1, 2, 3, 4]>
memref.global "private" constant @same : memref<4xi32> = dense<7>

func.func @load_of_constant_global() -> i32 {
  %c2 = arith.constant 2 : index
  %g = memref.get_global @weights : memref<4xi32>
  %r = memref.load %g[%c2] : memref<4xi32>
  return %r : i32
}

func.func @load_of_splat_global(%i: index) -> i32 {
  %g = memref.get_global @same : memref<4xi32>
  %r = memref.load %g[%i] : memref<4xi32>
  return %r : i32
}

func.func @realloc_to_constant(%m: memref<4xf32>) -> memref<?xf32> {
  %c8 = arith.constant 8 : index
  %r = memref.realloc %m(%c8) : memref<4xf32> to memref<?xf32>
  return %r : memref<?xf32>
}

func.func @load_unused(%m: memref<4xf32>, %i: index) {
  %r = memref.load %m[%i] : memref<4xf32>
  return
}

// ---- more of each

func.func @subview_negative_size_stays(%m: memref<4xf32>) -> memref<?xf32, strided<[1], offset: ?>> {
  %c = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %v = memref.subview %m[%c0] [%c] [1] : memref<4xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %v : memref<?xf32, strided<[1], offset: ?>>
}

func.func @subview_zero_stride(%m: memref<4xf32>) -> memref<2xf32, strided<[?], offset: 1>> {
  %c0 = arith.constant 0 : index
  %v = memref.subview %m[1] [2] [%c0] : memref<4xf32> to memref<2xf32, strided<[?], offset: 1>>
  return %v : memref<2xf32, strided<[?], offset: 1>>
}

func.func @subview_with_offset_stays(%m: memref<4x6xf32>) -> memref<3x6xf32, strided<[6, 1], offset: 6>> {
  %v = memref.subview %m[1, 0] [3, 6] [1, 1] : memref<4x6xf32> to memref<3x6xf32, strided<[6, 1], offset: 6>>
  return %v : memref<3x6xf32, strided<[6, 1], offset: 6>>
}

func.func @subview_whole_dynamic_stays(%m: memref<?xf32>, %n: index) -> memref<?xf32, strided<[1]>> {
  %v = memref.subview %m[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  return %v : memref<?xf32, strided<[1]>>
}

func.func @subview_loaded(%m: memref<8x16xf32>, %i: index, %x: f32) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %v = memref.subview %m[%c2, 0] [%c4, 16] [1, 1] : memref<8x16xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
  memref.store %x, %v[%i, %i] : memref<?x16xf32, strided<[16, 1], offset: ?>>
  return
}

func.func @subview_of_static_size_of_cast(%m: memref<4x6xi8>) -> memref<4x6xi8, strided<[?, 1]>> {
  %a = memref.cast %m : memref<4x6xi8> to memref<?x?xi8>
  %v = memref.subview %a[0, 0] [4, 6] [1, 1] : memref<?x?xi8> to memref<4x6xi8, strided<[?, 1]>>
  return %v : memref<4x6xi8, strided<[?, 1]>>
}

func.func @alloc_of_zero_sizes() -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc(%c0, %c0) : memref<?x?xf32>
  return %m : memref<?x?xf32>
}

func.func @alloc_cast_only(%n: index) {
  %m = memref.alloc(%n) : memref<?xf32>
  %c = memref.cast %m : memref<?xf32> to memref<4xf32>
  memref.dealloc %c : memref<4xf32>
  return
}

func.func @realloc_freed(%m: memref<4xf32>) {
  %r = memref.realloc %m : memref<4xf32> to memref<8xf32>
  memref.dealloc %r : memref<8xf32>
  return
}

func.func @scope_in_scope(%x: f32) -> f32 {
  %r = memref.alloca_scope -> (f32) {
    %s = memref.alloca_scope -> (f32) {
      %m = memref.alloca() : memref<f32>
      memref.store %x, %m[] : memref<f32>
      %v = memref.load %m[] : memref<f32>
      memref.alloca_scope.return %v : f32
    }
    memref.alloca_scope.return %s : f32
  }
  return %r : f32
}

func.func @scope_with_alloca_and_more_behind(%q: memref<f32>, %x: f32) {
  memref.alloca_scope {
    %m = memref.alloca() : memref<f32>
    memref.store %x, %m[] : memref<f32>
    %v = memref.load %m[] : memref<f32>
    memref.store %v, %q[] : memref<f32>
  }
  memref.store %x, %q[] : memref<f32>
  return
}

func.func @dim_of_block_argument_cast(%m: memref<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %a = memref.cast %m : memref<?x?xf32> to memref<4x?xf32>
  %d = memref.dim %a, %c0 : memref<4x?xf32>
  return %d : index
}

func.func @dim_out_of_range_stays(%m: memref<4xf32>) -> index {
  %c5 = arith.constant 5 : index
  %d = memref.dim %m, %c5 : memref<4xf32>
  return %d : index
}

func.func @load_of_cast_unranked(%m: memref<4xf32>, %i: index) -> f32 {
  %a = memref.cast %m : memref<4xf32> to memref<*xf32>
  %b = memref.cast %a : memref<*xf32> to memref<?xf32>
  %r = memref.load %b[%i] : memref<?xf32>
  return %r : f32
}

func.func @nontemporal_load_of_cast(%m: memref<4xf32>, %i: index) -> f32 {
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  %r = memref.load %a[%i] {nontemporal = true} : memref<?xf32>
  return %r : f32
}

func.func @copy_of_cast_of_source(%m: memref<4xf32>, %n: memref<?xf32>) {
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.copy %a, %n : memref<?xf32> to memref<?xf32>
  return
}

func.func @copy_of_cast_to_strided(%m: memref<4xf32, strided<[1], offset: 2>>, %n: memref<4xf32>) {
  %a = memref.cast %m : memref<4xf32, strided<[1], offset: 2>> to memref<4xf32, strided<[?], offset: ?>>
  memref.copy %a, %n : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
  return
}

func.func @collapse_after_cast_dynamic(%m: memref<?x512x1x?xf32>) -> memref<?x?xf32> {
  %a = memref.cast %m : memref<?x512x1x?xf32> to memref<?x?x?x?xf32>
  %r = memref.collapse_shape %a [[0], [1, 2, 3]] : memref<?x?x?x?xf32> into memref<?x?xf32>
  return %r : memref<?x?xf32>
}

func.func @collapse_after_cast_static(%m: memref<16x8x4xf32>) -> memref<?xf32> {
  %a = memref.cast %m : memref<16x8x4xf32> to memref<?x?x?xf32>
  %r = memref.collapse_shape %a [[0, 1, 2]] : memref<?x?x?xf32> into memref<?xf32>
  return %r : memref<?xf32>
}

func.func @collapse_of_expand_dynamic(%m: memref<?x?xf32>, %n: index, %k: index) -> memref<?x?xf32> {
  %a = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 4, %k] : memref<?x?xf32> into memref<?x4x?xf32>
  %r = memref.collapse_shape %a [[0, 1], [2]] : memref<?x4x?xf32> into memref<?x?xf32>
  return %r : memref<?x?xf32>
}

func.func @collapse_of_collapse_dynamic(%m: memref<?x?x?x?xf32>) -> memref<?xf32> {
  %a = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<?x?x?x?xf32> into memref<?x?xf32>
  %r = memref.collapse_shape %a [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  return %r : memref<?xf32>
}

func.func @collapse_of_collapse_to_scalar(%m: memref<1x1xf32>) -> memref<f32> {
  %a = memref.collapse_shape %m [[0, 1]] : memref<1x1xf32> into memref<1xf32>
  %r = memref.collapse_shape %a [] : memref<1xf32> into memref<f32>
  return %r : memref<f32>
}

func.func @expand_of_expand_of_scalar(%m: memref<f32>) -> memref<1x1xf32> {
  %a = memref.expand_shape %m [] output_shape [1] : memref<f32> into memref<1xf32>
  %r = memref.expand_shape %a [[0, 1]] output_shape [1, 1] : memref<1xf32> into memref<1x1xf32>
  return %r : memref<1x1xf32>
}

func.func @expand_of_cast(%m: memref<24xf32>) -> memref<4x6xf32> {
  %a = memref.cast %m : memref<24xf32> to memref<?xf32>
  %b = memref.cast %a : memref<?xf32> to memref<24xf32>
  %r = memref.expand_shape %b [[0, 1]] output_shape [4, 6] : memref<24xf32> into memref<4x6xf32>
  return %r : memref<4x6xf32>
}

func.func @reinterpret_of_metadata_with_constants(%m: memref<4x6xf32>) -> memref<4x6xf32> {
  %c4 = arith.constant 4 : index
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4x6xf32> -> memref<f32>, index, index, index, index, index
  %w = memref.reinterpret_cast %b to offset: [0], sizes: [4, 6], strides: [6, 1] : memref<f32> to memref<4x6xf32>
  return %w : memref<4x6xf32>
}

func.func @reinterpret_of_metadata_to_other_type(%m: memref<?x6xf32, strided<[6, 1], offset: ?>>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x6xf32, strided<[6, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %w = memref.reinterpret_cast %b to offset: [%o], sizes: [%s#0, %s#1], strides: [%t#0, %t#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %w : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

func.func @reinterpret_of_part_of_metadata(%m: memref<?x?xf32, strided<[?, 1], offset: ?>>, %n: index) -> memref<?x?xf32, strided<[?, 1], offset: ?>> {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %w = memref.reinterpret_cast %b to offset: [%o], sizes: [%n, %s#1], strides: [%t#0, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %w : memref<?x?xf32, strided<[?, 1], offset: ?>>
}

func.func @view_dynamic_sizes(%m: memref<2048xi8>, %n: index, %o: index) -> memref<?x?xf32> {
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %v = memref.view %m[%o][%c4, %c16] : memref<2048xi8> to memref<?x?xf32>
  return %v : memref<?x?xf32>
}

func.func @global_load_in_loop(%q: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %g = memref.get_global @same : memref<4xi32>
  %a = memref.cast %g : memref<4xi32> to memref<?xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %a[%c1] : memref<?xi32>
    memref.store %v, %q[%i] : memref<8xi32>
  }
  return
}

func.func @transpose_of_cast(%m: memref<4x6xf32>) -> memref<?x?xf32, strided<[1, ?]>> {
  %a = memref.cast %m : memref<4x6xf32> to memref<?x?xf32>
  %r = memref.transpose %a (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  return %r : memref<?x?xf32, strided<[1, ?]>>
}

func.func @cast_of_static_subview(%m: memref<8xf32>, %n: index) -> memref<4xf32, strided<[1], offset: ?>> {
  %c1 = arith.constant 1 : index
  %v = memref.subview %m[%c1] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1], offset: ?>>
  %r = memref.cast %v : memref<?xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
  return %r : memref<4xf32, strided<[1], offset: ?>>
}

func.func @atomic_of_subview_of_cast(%m: memref<8xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %a = memref.cast %m : memref<8xi32> to memref<?xi32>
  %v = memref.subview %a[%c2] [4] [1] : memref<?xi32> to memref<4xi32, strided<[1], offset: ?>>
  %r = memref.atomic_rmw addi %x, %v[%c0] : (i32, memref<4xi32, strided<[1], offset: ?>>) -> i32
  return %r : i32
}
