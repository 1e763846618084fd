// Views: subviews, casts, reshapes, and what they tell.

func.func @plain(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) {
  %r0 = memref.dim %m, %n : memref<4x?xf32>
  %r1 = memref.dim {note} %u, %n : memref<*xf32>
  %one = arith.constant 1 : index
  %r2 = memref.dim %d, %one : memref<?x?xf32>
  %r3 = memref.rank %u : memref<*xf32>
  %r4 = memref.rank %m {note} : memref<4x?xf32>
  %r5 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %r6 = memref.cast %m : memref<4x?xf32> to memref<*xf32>
  %r7 = memref.cast %u {note} : memref<*xf32> to memref<4x4xf32>
  %r8 = memref.cast %c : memref<4x8xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
  %r9 = memref.cast %s : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<?x16xf32, strided<[?, 2], offset: ?>>
  %r10 = memref.memory_space_cast %space : memref<4xf32, 1> to memref<4xf32>
  %r11 = memref.memory_space_cast %c {note} : memref<4x8xf32> to memref<4x8xf32, 3>
  %r12 = memref.subview %d[%n, 2] [4, %n] [1, %n] : memref<?x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  %r13 = memref.subview %d[%n, %n] [%n, %n] [%n, %n] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %r14 = memref.subview %s[0, 1] [1, 8] [1, 2] : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<8xf32, strided<[4], offset: 5>>
  %r15 = memref.subview %s[0, 1] [1, 8] [1, 2] {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<1x8xf32, strided<[32, 4], offset: 5>>
  %r16 = memref.subview %c[1, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32, strided<[1], offset: 8>>
  %r17 = memref.subview %c[0, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32>
  %r18 = memref.subview %c[3, 7] [1, 1] [1, 1] : memref<4x8xf32> to memref<f32, strided<[], offset: 31>>
  %r19 = memref.subview %c[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %r20 = memref.subview %m[0, 0] [4, %n] [1, 1] : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1]>>
  %r21 = memref.subview %aff[0, 0] [4, 1] [1, 1] : memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>> to memref<4x1xf32, strided<[8, 1], offset: ?>>
  %r22 = memref.subview %t3[0, 0, 0] [1, 4, 1] [1, 1, 1] : memref<1x4x1xf32> to memref<4x1xf32, strided<[1, 1]>>
  %r23 = memref.subview %t3[0, 0, 0] [1, 4, 1] [1, 1, 1] : memref<1x4x1xf32> to memref<1x4xf32, strided<[4, 1]>>
  %r24 = memref.subview %zero[] [] [] : memref<f32> to memref<f32>
  %r25 = memref.subview %c[3, 0] [4, 8] [-1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[-8, 1], offset: 24>>
  %r26 = memref.reinterpret_cast %u to offset: [%n], sizes: [3, %n], strides: [%n, 1] : memref<*xf32> to memref<3x?xf32, strided<[?, 1], offset: ?>>
  %r27 = memref.reinterpret_cast %c to offset: [0], sizes: [32], strides: [1] : memref<4x8xf32> to memref<32xf32>
  %r28 = memref.reinterpret_cast %c to offset: [4], sizes: [4, 4], strides: [1, 8] {note} : memref<4x8xf32> to memref<4x4xf32, strided<[1, 8], offset: 4>>
  %r29 = memref.reinterpret_cast %m to offset: [3], sizes: [], strides: [] : memref<4x?xf32> to memref<f32, strided<[], offset: 3>>
  %r30, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %r31, %offset1 = memref.extract_strided_metadata %zero : memref<f32> -> memref<f32>, index
  %r32 = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
  %r33 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index {note}
  %r34 = memref.reshape %u(%shape) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  %r35 = memref.reshape %c(%shape32) : (memref<4x8xf32>, memref<?xi32>) -> memref<*xf32>
  %r36 = memref.reshape %c(%shape) {note} : (memref<4x8xf32>, memref<2xindex>) -> memref<8x4xf32>
  %r37 = memref.expand_shape %bytes [[0, 1]] output_shape [%n, 4] : memref<?xi8> into memref<?x4xi8>
  %r38 = memref.expand_shape %c [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf32> into memref<2x2x8xf32>
  %r39 = memref.expand_shape %s [[0], [1, 2]] output_shape [8, 4, 4] {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> into memref<8x4x4xf32, strided<[32, 8, 2], offset: 3>>
  %r40 = memref.expand_shape %zero [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  %r41 = memref.collapse_shape %m [[0, 1]] : memref<4x?xf32> into memref<?xf32>
  %r42 = memref.collapse_shape %c [[0, 1]] {note} : memref<4x8xf32> into memref<32xf32>
  %r43 = memref.collapse_shape %t3 [[0, 1], [2]] : memref<1x4x1xf32> into memref<4x1xf32>
  %r44 = memref.transpose %m (i, j) -> (j, i) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
  %r45 = memref.transpose %s (i, j) -> (i, j) {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<8x16xf32, strided<[32, 2], offset: 3>>
  %r46 = memref.transpose %t3 (a, b, c) -> (c, a, b) : memref<1x4x1xf32> to memref<1x1x4xf32, strided<[1, 4, 1]>>
  %r47 = memref.view %bytes[%n][%n] : memref<?xi8> to memref<?x4xf32>
  %r48 = memref.view %bytes[%n][] {note} : memref<?xi8> to memref<4x4xf64>
  %r49 = memref.view %bytes[%n][%n, %n] : memref<?xi8> to memref<?x?xi32>
  return
}

func.func @loop(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) {
  %lower = arith.constant 0 : index
  %upper = arith.constant 8 : index
  %step = arith.constant 1 : index
  scf.for %iv = %lower to %upper step %step {
    %even = arith.cmpi eq, %iv, %lower : index
    scf.if %even {
      %r0 = memref.dim %m, %n : memref<4x?xf32>
      %r1 = memref.dim {note} %u, %n : memref<*xf32>
      %one = arith.constant 1 : index
      %r2 = memref.dim %d, %one : memref<?x?xf32>
      %r3 = memref.rank %u : memref<*xf32>
      %r4 = memref.rank %m {note} : memref<4x?xf32>
      %r5 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
      %r6 = memref.cast %m : memref<4x?xf32> to memref<*xf32>
      %r7 = memref.cast %u {note} : memref<*xf32> to memref<4x4xf32>
      %r8 = memref.cast %c : memref<4x8xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
      %r9 = memref.cast %s : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<?x16xf32, strided<[?, 2], offset: ?>>
      %r10 = memref.memory_space_cast %space : memref<4xf32, 1> to memref<4xf32>
      %r11 = memref.memory_space_cast %c {note} : memref<4x8xf32> to memref<4x8xf32, 3>
      %r12 = memref.subview %d[%n, 2] [4, %n] [1, %n] : memref<?x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>>
      %r13 = memref.subview %d[%n, %n] [%n, %n] [%n, %n] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
      %r14 = memref.subview %s[0, 1] [1, 8] [1, 2] : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<8xf32, strided<[4], offset: 5>>
      %r15 = memref.subview %s[0, 1] [1, 8] [1, 2] {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<1x8xf32, strided<[32, 4], offset: 5>>
      %r16 = memref.subview %c[1, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32, strided<[1], offset: 8>>
      %r17 = memref.subview %c[0, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32>
      %r18 = memref.subview %c[3, 7] [1, 1] [1, 1] : memref<4x8xf32> to memref<f32, strided<[], offset: 31>>
      %r19 = memref.subview %c[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
      %r20 = memref.subview %m[0, 0] [4, %n] [1, 1] : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1]>>
      %r21 = memref.subview %aff[0, 0] [4, 1] [1, 1] : memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>> to memref<4x1xf32, strided<[8, 1], offset: ?>>
      %r22 = memref.subview %t3[0, 0, 0] [1, 4, 1] [1, 1, 1] : memref<1x4x1xf32> to memref<4x1xf32, strided<[1, 1]>>
      %r23 = memref.subview %t3[0, 0, 0] [1, 4, 1] [1, 1, 1] : memref<1x4x1xf32> to memref<1x4xf32, strided<[4, 1]>>
      %r24 = memref.subview %zero[] [] [] : memref<f32> to memref<f32>
      %r25 = memref.subview %c[3, 0] [4, 8] [-1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[-8, 1], offset: 24>>
      %r26 = memref.reinterpret_cast %u to offset: [%n], sizes: [3, %n], strides: [%n, 1] : memref<*xf32> to memref<3x?xf32, strided<[?, 1], offset: ?>>
      %r27 = memref.reinterpret_cast %c to offset: [0], sizes: [32], strides: [1] : memref<4x8xf32> to memref<32xf32>
      %r28 = memref.reinterpret_cast %c to offset: [4], sizes: [4, 4], strides: [1, 8] {note} : memref<4x8xf32> to memref<4x4xf32, strided<[1, 8], offset: 4>>
      %r29 = memref.reinterpret_cast %m to offset: [3], sizes: [], strides: [] : memref<4x?xf32> to memref<f32, strided<[], offset: 3>>
      %r30, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
      %r31, %offset1 = memref.extract_strided_metadata %zero : memref<f32> -> memref<f32>, index
      %r32 = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
      %r33 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index {note}
      %r34 = memref.reshape %u(%shape) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
      %r35 = memref.reshape %c(%shape32) : (memref<4x8xf32>, memref<?xi32>) -> memref<*xf32>
      %r36 = memref.reshape %c(%shape) {note} : (memref<4x8xf32>, memref<2xindex>) -> memref<8x4xf32>
      %r37 = memref.expand_shape %bytes [[0, 1]] output_shape [%n, 4] : memref<?xi8> into memref<?x4xi8>
      %r38 = memref.expand_shape %c [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf32> into memref<2x2x8xf32>
      %r39 = memref.expand_shape %s [[0], [1, 2]] output_shape [8, 4, 4] {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> into memref<8x4x4xf32, strided<[32, 8, 2], offset: 3>>
      %r40 = memref.expand_shape %zero [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
      %r41 = memref.collapse_shape %m [[0, 1]] : memref<4x?xf32> into memref<?xf32>
      %r42 = memref.collapse_shape %c [[0, 1]] {note} : memref<4x8xf32> into memref<32xf32>
      %r43 = memref.collapse_shape %t3 [[0, 1], [2]] : memref<1x4x1xf32> into memref<4x1xf32>
      %r44 = memref.transpose %m (i, j) -> (j, i) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
      %r45 = memref.transpose %s (i, j) -> (i, j) {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<8x16xf32, strided<[32, 2], offset: 3>>
      %r46 = memref.transpose %t3 (a, b, c) -> (c, a, b) : memref<1x4x1xf32> to memref<1x1x4xf32, strided<[1, 4, 1]>>
      %r47 = memref.view %bytes[%n][%n] : memref<?xi8> to memref<?x4xf32>
      %r48 = memref.view %bytes[%n][] {note} : memref<?xi8> to memref<4x4xf64>
      %r49 = memref.view %bytes[%n][%n, %n] : memref<?xi8> to memref<?x?xi32>
    }
  }
  return
}

func.func @task(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) {
  %token = async.execute {
    %r0 = memref.dim %m, %n : memref<4x?xf32>
    %r1 = memref.dim {note} %u, %n : memref<*xf32>
    %one = arith.constant 1 : index
    %r2 = memref.dim %d, %one : memref<?x?xf32>
    %r3 = memref.rank %u : memref<*xf32>
    %r4 = memref.rank %m {note} : memref<4x?xf32>
    %r5 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
    %r6 = memref.cast %m : memref<4x?xf32> to memref<*xf32>
    %r7 = memref.cast %u {note} : memref<*xf32> to memref<4x4xf32>
    %r8 = memref.cast %c : memref<4x8xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %r9 = memref.cast %s : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<?x16xf32, strided<[?, 2], offset: ?>>
    %r10 = memref.memory_space_cast %space : memref<4xf32, 1> to memref<4xf32>
    %r11 = memref.memory_space_cast %c {note} : memref<4x8xf32> to memref<4x8xf32, 3>
    %r12 = memref.subview %d[%n, 2] [4, %n] [1, %n] : memref<?x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>>
    %r13 = memref.subview %d[%n, %n] [%n, %n] [%n, %n] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
    %r14 = memref.subview %s[0, 1] [1, 8] [1, 2] : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<8xf32, strided<[4], offset: 5>>
    %r15 = memref.subview %s[0, 1] [1, 8] [1, 2] {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<1x8xf32, strided<[32, 4], offset: 5>>
    %r16 = memref.subview %c[1, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32, strided<[1], offset: 8>>
    %r17 = memref.subview %c[0, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32>
    %r18 = memref.subview %c[3, 7] [1, 1] [1, 1] : memref<4x8xf32> to memref<f32, strided<[], offset: 31>>
    %r19 = memref.subview %c[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
    %r20 = memref.subview %m[0, 0] [4, %n] [1, 1] : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1]>>
    %r21 = memref.subview %aff[0, 0] [4, 1] [1, 1] : memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>> to memref<4x1xf32, strided<[8, 1], offset: ?>>
    %r22 = memref.subview %t3[0, 0, 0] [1, 4, 1] [1, 1, 1] : memref<1x4x1xf32> to memref<4x1xf32, strided<[1, 1]>>
    %r23 = memref.subview %t3[0, 0, 0] [1, 4, 1] [1, 1, 1] : memref<1x4x1xf32> to memref<1x4xf32, strided<[4, 1]>>
    %r24 = memref.subview %zero[] [] [] : memref<f32> to memref<f32>
    %r25 = memref.subview %c[3, 0] [4, 8] [-1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[-8, 1], offset: 24>>
    %r26 = memref.reinterpret_cast %u to offset: [%n], sizes: [3, %n], strides: [%n, 1] : memref<*xf32> to memref<3x?xf32, strided<[?, 1], offset: ?>>
    %r27 = memref.reinterpret_cast %c to offset: [0], sizes: [32], strides: [1] : memref<4x8xf32> to memref<32xf32>
    %r28 = memref.reinterpret_cast %c to offset: [4], sizes: [4, 4], strides: [1, 8] {note} : memref<4x8xf32> to memref<4x4xf32, strided<[1, 8], offset: 4>>
    %r29 = memref.reinterpret_cast %m to offset: [3], sizes: [], strides: [] : memref<4x?xf32> to memref<f32, strided<[], offset: 3>>
    %r30, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
    %r31, %offset1 = memref.extract_strided_metadata %zero : memref<f32> -> memref<f32>, index
    %r32 = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
    %r33 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index {note}
    %r34 = memref.reshape %u(%shape) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
    %r35 = memref.reshape %c(%shape32) : (memref<4x8xf32>, memref<?xi32>) -> memref<*xf32>
    %r36 = memref.reshape %c(%shape) {note} : (memref<4x8xf32>, memref<2xindex>) -> memref<8x4xf32>
    %r37 = memref.expand_shape %bytes [[0, 1]] output_shape [%n, 4] : memref<?xi8> into memref<?x4xi8>
    %r38 = memref.expand_shape %c [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf32> into memref<2x2x8xf32>
    %r39 = memref.expand_shape %s [[0], [1, 2]] output_shape [8, 4, 4] {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> into memref<8x4x4xf32, strided<[32, 8, 2], offset: 3>>
    %r40 = memref.expand_shape %zero [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
    %r41 = memref.collapse_shape %m [[0, 1]] : memref<4x?xf32> into memref<?xf32>
    %r42 = memref.collapse_shape %c [[0, 1]] {note} : memref<4x8xf32> into memref<32xf32>
    %r43 = memref.collapse_shape %t3 [[0, 1], [2]] : memref<1x4x1xf32> into memref<4x1xf32>
    %r44 = memref.transpose %m (i, j) -> (j, i) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
    %r45 = memref.transpose %s (i, j) -> (i, j) {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<8x16xf32, strided<[32, 2], offset: 3>>
    %r46 = memref.transpose %t3 (a, b, c) -> (c, a, b) : memref<1x4x1xf32> to memref<1x1x4xf32, strided<[1, 4, 1]>>
    %r47 = memref.view %bytes[%n][%n] : memref<?xi8> to memref<?x4xf32>
    %r48 = memref.view %bytes[%n][] {note} : memref<?xi8> to memref<4x4xf64>
    %r49 = memref.view %bytes[%n][%n, %n] : memref<?xi8> to memref<?x?xi32>
    async.yield
  }
  async.await %token : !async.token
  return
}

async.func @hot(%n: index, %m: memref<4x?xf32>, %d: memref<?x?xf32>, %u: memref<*xf32>, %bytes: memref<?xi8>, %shape: memref<2xindex>, %shape32: memref<?xi32>, %x: f32, %s: memref<8x16xf32, strided<[32, 2], offset: 3>>, %v: memref<4xi32>, %y: i32, %space: memref<4xf32, 1>, %zero: memref<f32>, %aff: memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>, %c: memref<4x8xf32>, %t3: memref<1x4x1xf32>, %vec: memref<4xvector<8xf32>>, %cx: memref<4xcomplex<f64>>) -> !async.token {
  %r0 = memref.dim %m, %n : memref<4x?xf32>
  %r1 = memref.dim {note} %u, %n : memref<*xf32>
  %one = arith.constant 1 : index
  %r2 = memref.dim %d, %one : memref<?x?xf32>
  %r3 = memref.rank %u : memref<*xf32>
  %r4 = memref.rank %m {note} : memref<4x?xf32>
  %r5 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %r6 = memref.cast %m : memref<4x?xf32> to memref<*xf32>
  %r7 = memref.cast %u {note} : memref<*xf32> to memref<4x4xf32>
  %r8 = memref.cast %c : memref<4x8xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
  %r9 = memref.cast %s : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<?x16xf32, strided<[?, 2], offset: ?>>
  %r10 = memref.memory_space_cast %space : memref<4xf32, 1> to memref<4xf32>
  %r11 = memref.memory_space_cast %c {note} : memref<4x8xf32> to memref<4x8xf32, 3>
  %r12 = memref.subview %d[%n, 2] [4, %n] [1, %n] : memref<?x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  %r13 = memref.subview %d[%n, %n] [%n, %n] [%n, %n] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %r14 = memref.subview %s[0, 1] [1, 8] [1, 2] : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<8xf32, strided<[4], offset: 5>>
  %r15 = memref.subview %s[0, 1] [1, 8] [1, 2] {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<1x8xf32, strided<[32, 4], offset: 5>>
  %r16 = memref.subview %c[1, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32, strided<[1], offset: 8>>
  %r17 = memref.subview %c[0, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32>
  %r18 = memref.subview %c[3, 7] [1, 1] [1, 1] : memref<4x8xf32> to memref<f32, strided<[], offset: 31>>
  %r19 = memref.subview %c[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %r20 = memref.subview %m[0, 0] [4, %n] [1, 1] : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1]>>
  %r21 = memref.subview %aff[0, 0] [4, 1] [1, 1] : memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>> to memref<4x1xf32, strided<[8, 1], offset: ?>>
  %r22 = memref.subview %t3[0, 0, 0] [1, 4, 1] [1, 1, 1] : memref<1x4x1xf32> to memref<4x1xf32, strided<[1, 1]>>
  %r23 = memref.subview %t3[0, 0, 0] [1, 4, 1] [1, 1, 1] : memref<1x4x1xf32> to memref<1x4xf32, strided<[4, 1]>>
  %r24 = memref.subview %zero[] [] [] : memref<f32> to memref<f32>
  %r25 = memref.subview %c[3, 0] [4, 8] [-1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[-8, 1], offset: 24>>
  %r26 = memref.reinterpret_cast %u to offset: [%n], sizes: [3, %n], strides: [%n, 1] : memref<*xf32> to memref<3x?xf32, strided<[?, 1], offset: ?>>
  %r27 = memref.reinterpret_cast %c to offset: [0], sizes: [32], strides: [1] : memref<4x8xf32> to memref<32xf32>
  %r28 = memref.reinterpret_cast %c to offset: [4], sizes: [4, 4], strides: [1, 8] {note} : memref<4x8xf32> to memref<4x4xf32, strided<[1, 8], offset: 4>>
  %r29 = memref.reinterpret_cast %m to offset: [3], sizes: [], strides: [] : memref<4x?xf32> to memref<f32, strided<[], offset: 3>>
  %r30, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %r31, %offset1 = memref.extract_strided_metadata %zero : memref<f32> -> memref<f32>, index
  %r32 = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
  %r33 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index {note}
  %r34 = memref.reshape %u(%shape) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  %r35 = memref.reshape %c(%shape32) : (memref<4x8xf32>, memref<?xi32>) -> memref<*xf32>
  %r36 = memref.reshape %c(%shape) {note} : (memref<4x8xf32>, memref<2xindex>) -> memref<8x4xf32>
  %r37 = memref.expand_shape %bytes [[0, 1]] output_shape [%n, 4] : memref<?xi8> into memref<?x4xi8>
  %r38 = memref.expand_shape %c [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf32> into memref<2x2x8xf32>
  %r39 = memref.expand_shape %s [[0], [1, 2]] output_shape [8, 4, 4] {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> into memref<8x4x4xf32, strided<[32, 8, 2], offset: 3>>
  %r40 = memref.expand_shape %zero [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  %r41 = memref.collapse_shape %m [[0, 1]] : memref<4x?xf32> into memref<?xf32>
  %r42 = memref.collapse_shape %c [[0, 1]] {note} : memref<4x8xf32> into memref<32xf32>
  %r43 = memref.collapse_shape %t3 [[0, 1], [2]] : memref<1x4x1xf32> into memref<4x1xf32>
  %r44 = memref.transpose %m (i, j) -> (j, i) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
  %r45 = memref.transpose %s (i, j) -> (i, j) {note} : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<8x16xf32, strided<[32, 2], offset: 3>>
  %r46 = memref.transpose %t3 (a, b, c) -> (c, a, b) : memref<1x4x1xf32> to memref<1x1x4xf32, strided<[1, 4, 1]>>
  %r47 = memref.view %bytes[%n][%n] : memref<?xi8> to memref<?x4xf32>
  %r48 = memref.view %bytes[%n][] {note} : memref<?xi8> to memref<4x4xf64>
  %r49 = memref.view %bytes[%n][%n, %n] : memref<?xi8> to memref<?x?xi32>
  return
}
