func.func @f(%i: index) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%i) : memref<?xf32>
  %2 = memref.alloc(%i)[%i] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %3 = memref.alloc() {alignment = 64 : i64} : memref<4xf32, 1>
  %4 = memref.alloca() {alignment = 8 : i64} : memref<f32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc() {alignment = 3 : i64} : memref<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc() {alignment = 0 : i64} : memref<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc() {alignment = -8 : i64} : memref<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc() {alignment = 8 : i32} : memref<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc() {alignment = "x"} : memref<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc(%i) : memref<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc() : memref<?xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc()[%i] : memref<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc() : memref<4xf32, strided<[?], offset: 0>>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc()[%i] : memref<4xf32, strided<[?], offset: 0>>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc() : memref<*xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloc() : tensor<4xf32>
  return
}
// -----
func.func @f(%i: i32) {
  %0 = memref.alloc(%i) : memref<?xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>, %i: index) {
  %0 = memref.realloc %m : memref<?xf32> to memref<4xf32>
  %1 = memref.realloc %m(%i) : memref<?xf32> to memref<?xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>, %i: index) {
  %0 = memref.realloc %m : memref<?xf32> to memref<?xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>, %i: index) {
  %0 = memref.realloc %m(%i) : memref<?xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>, %i: index) {
  %0 = memref.realloc %m : memref<?xf32> to memref<4xi32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index) {
  %0 = memref.realloc %m : memref<?x?xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32, 1>, %i: index) {
  %0 = memref.realloc %m : memref<?xf32, 1> to memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32, strided<[1]>>, %i: index) {
  %0 = memref.realloc %m : memref<?xf32, strided<[1]>> to memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %n: memref<*xf32>) {
  memref.dealloc %m : memref<4xf32>
  memref.dealloc %n : memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<4x?xf32>, %i: index, %x: f32) {
  %0 = memref.load %m[%i, %i] : memref<4x?xf32>
  memref.store %x, %m[%i, %i] {nontemporal = true} : memref<4x?xf32>
  %1 = memref.load %m[%i, %i] {alignment = 4 : i64, nontemporal = false} : memref<4x?xf32>
  return
}
// -----
func.func @f(%m: memref<4x?xf32>, %i: index, %x: f32) {
  %0 = memref.load %m[%i] : memref<4x?xf32>
  return
}
// -----
func.func @f(%m: memref<4x?xf32>, %i: index, %x: f64) {
  memref.store %x, %m[%i, %i] : memref<4x?xf32>
  return
}
// -----
func.func @f(%m: memref<*xf32>, %i: index) {
  %0 = memref.load %m[%i] : memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<f32>, %x: f32) {
  %0 = memref.load %m[] : memref<f32>
  memref.store %x, %m[] : memref<f32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: i32) {
  %0 = memref.load %m[%i] : memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  %0 = memref.load %m[%i] {alignment = 3 : i64} : memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %n: memref<4xf32, 1>, %o: memref<?xf32>, %u: memref<*xf32>) {
  memref.copy %m, %n : memref<4xf32> to memref<4xf32, 1>
  memref.copy %m, %o : memref<4xf32> to memref<?xf32>
  memref.copy %u, %m : memref<*xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %n: memref<5xf32>) {
  memref.copy %m, %n : memref<4xf32> to memref<5xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %n: memref<4xi32>) {
  memref.copy %m, %n : memref<4xf32> to memref<4xi32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = memref.cast %m : memref<4x4xf32> to memref<?x4xf32>
  %1 = memref.cast %m : memref<4x4xf32> to memref<*xf32>
  %2 = memref.cast %m : memref<4x4xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %3 = memref.cast %1 : memref<*xf32> to memref<?xf32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = memref.cast %m : memref<4x4xf32> to memref<5x4xf32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = memref.cast %m : memref<4x4xf32> to memref<4x4xf32, 1>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = memref.cast %m : memref<4x4xf32> to memref<16xf32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = memref.cast %m : memref<4x4xf32> to memref<4x4xf32, strided<[8, 1]>>
  return
}
// -----
func.func @f(%m: memref<*xf32>) {
  %0 = memref.cast %m : memref<*xf32> to memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<*xf32>) {
  %0 = memref.cast %m : memref<*xf32> to memref<4xf64>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = memref.memory_space_cast %m : memref<4x4xf32> to memref<4x4xf32, 1>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = memref.memory_space_cast %m : memref<4x4xf32> to memref<4x?xf32, 1>
  return
}
// -----
func.func @f(%m: memref<*xf32>) {
  %0 = memref.memory_space_cast %m : memref<*xf32> to memref<*xf32, 1>
  return
}
// -----
func.func @f(%m: memref<4x?xf32>, %i: index, %u: memref<*xf32>) {
  %0 = memref.dim %m, %i : memref<4x?xf32>
  %1 = memref.rank %m : memref<4x?xf32>
  %2 = memref.dim %u, %i : memref<*xf32>
  %3 = memref.rank %u : memref<*xf32>
  return
}
// -----
func.func @f(%m: tensor<4xf32>, %i: index) {
  %0 = memref.dim %m, %i : tensor<4xf32>
  return
}
// -----
func.func @f(%m: memref<f32>, %i: index) {
  %0 = memref.dim %m, %i : memref<f32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.subview %m[0, %i] [4, %i] [1, 2] : memref<8x16xf32> to memref<4x?xf32, strided<[16, 2], offset: ?>>
  %1 = memref.subview %m[1, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: 16>>
  %2 = memref.subview %m[0, 0] [8, 16] [1, 1] : memref<8x16xf32> to memref<8x16xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x5xf32, strided<[16, 1]>>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.subview %m[6, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 96>>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf64, strided<[16, 1]>>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>, 1>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.subview %m[0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.subview %m[0, 0] [1, 1] [1, 1] : memref<8x16xf32> to memref<f32, strided<[]>>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.subview %m[0, 0] [1, 4] [1, 1] : memref<8x16xf32> to memref<4x1xf32, strided<[1, 1]>>
  return
}
// -----
func.func @f(%m: memref<8x16xf32, affine_map<(d0, d1) -> (d1, d0)>>, %i: index) {
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32, affine_map<(d0, d1) -> (d1, d0)>> to memref<4x4xf32, strided<[1, 8]>>
  return
}
// -----
func.func @f(%m: memref<8x?xf32, strided<[?, ?], offset: ?>>, %i: index) {
  %0 = memref.subview %m[%i, 2] [4, %i] [2, %i] : memref<8x?xf32, strided<[?, ?], offset: ?>> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<8x16xf32> to memref<4x4xf32>
  %1 = memref.reinterpret_cast %m to offset: [%i], sizes: [%i, 4], strides: [%i, 1] : memref<8x16xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<8x16xf32> to memref<4x5xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [5, 1] : memref<8x16xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.reinterpret_cast %m to offset: [2], sizes: [4, 4], strides: [4, 1] : memref<8x16xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.reinterpret_cast %m to offset: [0, 0], sizes: [4, 4], strides: [4, 1] : memref<8x16xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<*xf32>, %i: index) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [], strides: [] : memref<*xf32> to memref<f32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xi32>
  return
}
// -----
func.func @f(%m: memref<8x16xf32>, %i: index) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf32, 1>
  return
}
// -----
func.func @f(%m: memref<?x4xf32, strided<[?, 1], offset: ?>>) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x4xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %p = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32, strided<[?, 1], offset: ?>> -> index
  return
}
// -----
func.func @f(%m: memref<?x4xf32>) {
  %b, %o, %s, %t = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index
  return
}
// -----
func.func @f(%m: memref<64xi8>, %i: index) {
  %0 = memref.view %m[%i][] : memref<64xi8> to memref<4x4xf32>
  %1 = memref.view %m[%i][%i] : memref<64xi8> to memref<?x4xf32>
  return
}
// -----
func.func @f(%m: memref<64xi8>, %i: index) {
  %0 = memref.view %m[%i][%i] : memref<64xi8> to memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<64xf32>, %i: index) {
  %0 = memref.view %m[%i][] : memref<64xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<64xi8, strided<[1], offset: 4>>, %i: index) {
  %0 = memref.view %m[%i][] : memref<64xi8, strided<[1], offset: 4>> to memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<64xi8>, %i: index) {
  %0 = memref.view %m[%i][] : memref<64xi8> to memref<4x4xf32, 1>
  return
}
// -----
func.func @f(%m: memref<8x8xi8>, %i: index) {
  %0 = memref.view %m[%i][] : memref<8x8xi8> to memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>, %s: memref<1xindex>, %u: memref<?xi32>) {
  %0 = memref.reshape %m(%s) : (memref<4x4xf32>, memref<1xindex>) -> memref<16xf32>
  %1 = memref.reshape %m(%u) : (memref<4x4xf32>, memref<?xi32>) -> memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>, %s: memref<2xindex>) {
  %0 = memref.reshape %m(%s) : (memref<4x4xf32>, memref<2xindex>) -> memref<16xf32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>, %s: memref<1xindex>) {
  %0 = memref.reshape %m(%s) : (memref<4x4xf32>, memref<1xindex>) -> memref<16xf64>
  return
}
// -----
func.func @f(%m: memref<4x4xf32, strided<[8, 1]>>, %s: memref<1xindex>) {
  %0 = memref.reshape %m(%s) : (memref<4x4xf32, strided<[8, 1]>>, memref<1xindex>) -> memref<16xf32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32>, %s: memref<?xindex>) {
  %0 = memref.reshape %m(%s) : (memref<4x4xf32>, memref<?xindex>) -> memref<16xf32>
  return
}
// -----
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  return
}
// -----
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.transpose %m (i, j) -> (i, i) : memref<4x8xf32> to memref<4x4xf32, strided<[1, 8]>>
  return
}
// -----
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32>
  return
}
// -----
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.transpose %m (i, j) -> (j + 1, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  return
}
// -----
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.assume_alignment %m, 16 : memref<4x8xf32>
  return
}
// -----
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.assume_alignment %m, 12 : memref<4x8xf32>
  return
}
// -----
func.func @f(%m: memref<4x8xf32>) {
  memref.assume_alignment %m, 0 : memref<4x8xf32>
  return
}
// -----
func.func @f(%m: memref<4x8xf32>, %n: memref<4x8xf32>) {
  %0:2 = memref.distinct_objects %m, %n : memref<4x8xf32>, memref<4x8xf32>
  return
}
// -----
func.func @f(%m: memref<4x8xf32>) {
  %0 = memref.distinct_objects :
  return
}
// -----
memref.global @a : memref<4xf32> memref.global "private" constant @b : memref<2xi32> = dense<[1, 2]> memref.global @c : memref<4xf32> = uninitialized memref.global "nested" @d : memref<f32> = dense<1.0> {alignment = 16 : i64}
// -----
memref.global @a : memref<?xf32>
// -----
memref.global @a : memref<4xf32> = dense<1.0> : tensor<4xf32>
// -----
memref.global @a : memref<4xf32> = dense<[1.0, 2.0]>
// -----
memref.global constant @a : memref<4xf32>
// -----
memref.global constant @a : memref<4xf32> = uninitialized
// -----
memref.global "foo" @a : memref<4xf32>
// -----
memref.global @a : tensor<4xf32>
// -----
memref.global @a : memref<4xf32> {alignment = 3 : i64}
// -----
memref.global @a : memref<4xf32> = 1.0
// -----
memref.global @a : memref<4xf32> func.func @f() { %0 = memref.get_global @a : memref<4xf32> return }
// -----
memref.global @a : memref<4xf32> func.func @f() { %0 = memref.get_global @a : memref<5xf32> return }
// -----
func.func @f() { %0 = memref.get_global @a : memref<4xf32> return }
// -----
memref.global @a : memref<4xf32> func.func @f() { %0 = memref.get_global @a : memref<4xf32, 1> return }
// -----
memref.global @a : memref<4xf32, 1> = dense<0.0>
// -----
func.func @f(%m: memref<4xf32>, %i: index, %x: f32, %n: memref<4xi32>, %y: i32) {
  %0 = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<4xf32>) -> f32
  %1 = memref.atomic_rmw maxu %y, %n[%i] : (i32, memref<4xi32>) -> i32
  %2 = memref.atomic_rmw assign %x, %m[%i] {a.b} : (f32, memref<4xf32>) -> f32
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index, %x: f32) {
  %0 = memref.atomic_rmw addi %x, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}
// -----
func.func @f(%m: memref<4xi32>, %i: index, %x: i32) {
  %0 = memref.atomic_rmw addf %x, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index, %x: f32) {
  %0 = memref.atomic_rmw addf %x, %m[] : (f32, memref<4xf32>) -> f32
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index, %x: f32) {
  %0 = memref.atomic_rmw foo %x, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index, %x: f64) {
  %0 = memref.atomic_rmw addf %x, %m[%i] : (f64, memref<4xf32>) -> f64
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, data : memref<4xf32>
  memref.prefetch %m[%i], write, locality<0>, instr {a.b} : memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<4>, data : memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[], read, locality<1>, data : memref<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloca_scope -> (index) { memref.alloca_scope.return %i : index }
  memref.alloca_scope { %1 = memref.alloca() : memref<4xf32> }
  return
}
// -----
func.func @f(%i: index) {
  %0 = memref.alloca_scope -> (index) { memref.alloca_scope.return }
  return
}
// -----
func.func @f(%i: index) {
  memref.alloca_scope { memref.alloca_scope.return %i : index }
  return
}
// -----
func.func @f(%i: index) {
  memref.alloca_scope.return
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  scf.for %a = %i to %i step %i { }
  %0 = scf.for %a = %i to %i step %i iter_args(%b = %x) -> (f32) { scf.yield %b : f32 }
  scf.for unsigned %a = %i to %i step %i { }
  return
}
// -----
func.func @f(%i: i32, %x: f32) {
  scf.for %a = %i to %i step %i : i32 { }
  %0:2 = scf.for %a = %i to %i step %i iter_args(%b = %x, %c = %i) -> (f32, i32) : i32 { scf.yield %b, %a : f32, i32 }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = scf.for %a = %i to %i step %i iter_args(%b = %x) -> (f32) { }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = scf.for %a = %i to %i step %i iter_args(%b = %x) -> (f32) { scf.yield %i : index }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = scf.for %a = %i to %i step %i iter_args(%b = %x) -> (f32) { scf.yield %b, %b : f32, f32 }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  scf.for %a = %i to %i step %i iter_args(%b = %x) { scf.yield %b : f32 }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  scf.for %a = %i to %i step %x { }
  return
}
// -----
func.func @f(%i: f32, %x: f32) {
  scf.for %a = %i to %i step %i : f32 { }
  return
}
// -----
func.func @f(%i: index) {
  %c = arith.constant 0 : index
  scf.for %a = %i to %i step %c { }
  return
}
// -----
func.func @f(%i: index) {
  %c = arith.constant -1 : index
  scf.for %a = %i to %i step %c { }
  return
}
// -----
func.func @f(%i: index) {
  scf.for %i = %i to %i step %i { }
  return
}
// -----
func.func @f(%i: index) {
  scf.for %a = %a to %i step %i { }
  return
}
// -----
func.func @f(%i: index) {
  scf.for %a = %i to %i step %i { ^bb0(%b: index): }
  return
}
// -----
func.func @f(%i: index) {
  scf.for %a = %i to %i step %i { cf.br ^bb1
  ^bb1: scf.yield }
  return
}
// -----
func.func @f(%c: i1, %x: f32) {
  scf.if %c { }
  scf.if %c { } else { }
  %0 = scf.if %c -> f32 { scf.yield %x : f32 } else { scf.yield %x : f32 }
  %1:2 = scf.if %c -> (f32, f32) { scf.yield %x, %x : f32, f32 } else { scf.yield %x, %x : f32, f32 }
  return
}
// -----
func.func @f(%c: i1, %x: f32) {
  %0 = scf.if %c -> f32 { scf.yield %x : f32 }
  return
}
// -----
func.func @f(%c: i1, %x: f32) {
  %0 = scf.if %c -> f32 { scf.yield %c : i1 } else { scf.yield %x : f32 }
  return
}
// -----
func.func @f(%c: i1, %x: f32) {
  %0 = scf.if %c -> f32 { } else { scf.yield %x : f32 }
  return
}
// -----
func.func @f(%c: i1, %x: f32) {
  scf.if %c { scf.yield %x : f32 }
  return
}
// -----
func.func @f(%c: i32) {
  scf.if %c { }
  return
}
// -----
func.func @f(%c: i1) {
  scf.if %c { return }
  return
}
// -----
func.func @f(%c: i1) {
  scf.if %c { ^bb0(%a: i32): }
  return
}
// -----
func.func @f(%i: i32, %c: i1) {
  scf.while : () -> () { scf.condition(%c) } do { scf.yield }
  %0 = scf.while (%a = %i) : (i32) -> (i32) { scf.condition(%c) %a : i32 } do { ^bb0(%b: i32): scf.yield %b : i32 }
  %1:2 = scf.while (%a = %i) : (i32) -> (i32, i1) { scf.condition(%c) %a, %c : i32, i1 } do { ^bb0(%b: i32, %d: i1): scf.yield %b : i32 } attributes {a.b}
  return
}
// -----
func.func @f(%i: i32, %c: i1) {
  %0 = scf.while (%a = %i) : (i32) -> (i32) { scf.condition(%c) %a : i32 } do { ^bb0(%b: i64): scf.yield %i : i32 }
  return
}
// -----
func.func @f(%i: i32, %c: i1) {
  %0 = scf.while (%a = %i) : (i32) -> (i32) { scf.condition(%c) } do { ^bb0(%b: i32): scf.yield %i : i32 }
  return
}
// -----
func.func @f(%i: i32, %c: i1) {
  %0 = scf.while (%a = %i) : (i32) -> (i32) { scf.yield %a : i32 } do { ^bb0(%b: i32): scf.yield %i : i32 }
  return
}
// -----
func.func @f(%i: i32, %c: i1) {
  %0 = scf.while (%a = %i) : (i32) -> (i32) { scf.condition(%i) %a : i32 } do { ^bb0(%b: i32): scf.yield %i : i32 }
  return
}
// -----
func.func @f(%i: i32, %c: i1) {
  %0 = scf.while (%a = %i) : (i32) -> (i32) { scf.condition(%c) %a : i32 } do { ^bb0(%b: i32): scf.yield }
  return
}
// -----
func.func @f(%i: i32, %c: i1) {
  %0 = scf.while (%a = %i) : (i64) -> (i32) { scf.condition(%c) %i : i32 } do { ^bb0(%b: i32): scf.yield }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  scf.parallel (%a, %b) = (%i, %i) to (%i, %i) step (%i, %i) { scf.reduce }
  %0 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%x) -> f32 { scf.reduce(%x : f32) { ^bb0(%l: f32, %r: f32): %s = arith.addf %l, %r : f32
  scf.reduce.return %s : f32 } }
  scf.parallel (%a) = (%i) to (%i) step (%i) { }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%x) -> f32 { scf.reduce }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  scf.parallel (%a) = (%i, %i) to (%i) step (%i) { }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  scf.parallel () = () to () step () { }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%x) -> f32 { scf.reduce(%x : f32) { ^bb0(%l: f32): scf.reduce.return %l : f32 } }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%x) -> f32 { scf.reduce(%x : f32) { ^bb0(%l: f32, %r: f64): scf.reduce.return %l : f32 } }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%x) -> f32 { scf.reduce(%x : f32) { ^bb0(%l: f32, %r: f32): scf.reduce.return %i : index } }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = scf.parallel (%a) = (%i) to (%i) step (%i) -> f32 { scf.reduce(%x : f32) { ^bb0(%l: f32, %r: f32): scf.reduce.return %l : f32 } }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  scf.reduce
  return
}
// -----
func.func @f(%i: index) {
  %0 = scf.execute_region -> index { scf.yield %i : index }
  scf.execute_region { scf.yield }
  %1 = scf.execute_region -> index { cf.br ^bb1
  ^bb1: scf.yield %i : index }
  scf.execute_region no_inline { scf.yield }
  return
}
// -----
func.func @f(%i: index) {
  scf.execute_region { }
  return
}
// -----
func.func @f(%i: index) {
  %0 = scf.execute_region -> index { scf.yield }
  return
}
// -----
func.func @f(%i: index) {
  scf.execute_region { ^bb0(%a: i32): scf.yield }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  scf.index_switch %i case 2 { scf.yield } case 5 { scf.yield } default { scf.yield }
  %0 = scf.index_switch %i -> f32 case -1 { scf.yield %x : f32 } default { scf.yield %x : f32 }
  scf.index_switch %i default { }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  scf.index_switch %i case 2 { scf.yield } case 2 { scf.yield } default { scf.yield }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  scf.index_switch %i case 2 { scf.yield }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = scf.index_switch %i -> f32 case 2 { scf.yield } default { scf.yield %x : f32 }
  return
}
// -----
func.func @f(%i: i32, %x: f32) {
  scf.index_switch %i default { scf.yield }
  return
}
// -----
func.func @f(%i: index, %t: tensor<8xf32>) {
  scf.forall (%a) in (4) { }
  %0 = scf.forall (%a, %b) in (%i, 4) shared_outs(%o = %t) -> (tensor<8xf32>) { scf.forall.in_parallel { } }
  scf.forall (%a) = (0) to (%i) step (2) { } {a.b}
  return
}
// -----
func.func @f(%i: index, %t: tensor<8xf32>) {
  %0 = scf.forall (%a) in (4) shared_outs(%o = %t) -> (tensor<9xf32>) { scf.forall.in_parallel { } }
  return
}
// -----
func.func @f(%i: index, %t: tensor<8xf32>) {
  scf.forall (%a) in (4, 4) { }
  return
}
// -----
func.func @f(%i: index, %t: tensor<8xf32>) {
  scf.forall () in () { }
  return
}
// -----
func.func @f(%i: index, %t: f32) {
  %0 = scf.forall (%a) in (4) shared_outs(%o = %t) -> (f32) { scf.forall.in_parallel { } }
  return
}
// -----
func.func @f(%i: index, %t: tensor<8xf32>) {
  scf.forall (%a) in (4) { scf.yield }
  return
}
// -----
func.func @f(%i: index, %t: tensor<8xf32>) {
  scf.forall (%a) in (4) { } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  return
}
// -----
func.func @f(%i: index, %t: tensor<8xf32>) {
  scf.forall (%a, %b) in (4, 4) { } {mapping = [#gpu.thread<x>, #gpu.thread<x>]}
  return
}
// -----
func.func @f(%i: index, %t: tensor<8xf32>) {
  scf.forall (%a, %b) in (4, 4) { } {mapping = [#gpu.thread<x>, #gpu.block<x>]}
  return
}
// -----
func.func @f(%c: i1, %i: i32) {
  cf.cond_br %c, ^bb1, ^bb2(%i : i32)
  ^bb1: cf.br ^bb2(%i : i32)
  ^bb2(%a: i32): cf.switch %a : i32, [ default: ^bb3, 1: ^bb4(%a : i32), -2: ^bb3 ]
  ^bb3: return
  ^bb4(%b: i32):
  return
}
// -----
func.func @f(%c: i1, %i: i32) {
  cf.switch %i : i32, [ default: ^bb1, 1: ^bb1, 1: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%c: i1, %i: i32) {
  cf.switch %i : i32, [ 1: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%c: i1, %i: i32) {
  cf.switch %i : i32, [ default: ^bb1(%c : i1) ]
  ^bb1:
  return
}
// -----
func.func @f(%c: i1, %i: index) {
  cf.switch %i : index, [ default: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%c: i1, %i: i8) {
  cf.switch %i : i8, [ default: ^bb1, 255: ^bb1, 300: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%c: i1, %i: i32) {
  cf.cond_br %c weights([10, 20]), ^bb1, ^bb2
  ^bb1: return
  ^bb2:
  return
}
// -----
func.func @f(%c: i1, %i: i32) {
  cf.cond_br %c weights([10]), ^bb1, ^bb2
  ^bb1: return
  ^bb2:
  return
}
// -----
func.func @f(%c: i32, %i: i32) {
  cf.cond_br %c, ^bb1, ^bb2
  ^bb1: return
  ^bb2:
  return
}
// -----
func.func @f(%c: i1) {
  cf.assert %c, "message"
  cf.assert %c, "" {a.b}
  return
}
// -----
func.func @f(%c: i32) {
  cf.assert %c, "message"
  return
}
// -----
func.func @f(%c: i1) {
  cf.assert %c
  return
}
// -----
func.func @f(%c: i1) {
  cf.assert %c, 1
  return
}
// -----
func.func @f() {
  %0 = ub.poison : i32
  %1 = ub.poison : !async.token
  %2 = ub.poison <#ub.poison> : f32
  return
}
// -----
func.func @f() {
  %0 = ub.poison <1> : f32
  return
}
// -----
func.func @f() {
  ub.unreachable
  return
}
// -----
func.func @f() {
  ub.unreachable
  ^bb1:
  return
}
// -----
func.func @f() { ub.unreachable }
// -----
func.func @f(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = affine.load %m[%i + 1, symbol(%i)] : memref<8x8xf32>
  affine.store %x, %m[%i * 2, 7] : memref<8x8xf32>
  %1 = affine.vector_load %m[%i, 0] : memref<8x8xf32>, vector<4xf32>
  affine.vector_store %1, %m[0, %i] : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = affine.load %m[%i] : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = affine.load %m[%i * %i, 0] : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = affine.load %m[%i floordiv 2, %i mod 3] : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: i32, %x: f32) {
  %0 = affine.load %m[%i, 0] : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index, %x: f64) {
  affine.store %x, %m[%i, 0] : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8xindex>, %i: index) {
  %0 = memref.load %m[%i] : memref<8xindex>
  %1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%0)
  return
}
// -----
func.func @f(%m: memref<8xindex>, %i: index) {
  %0 = memref.load %m[%i] : memref<8xindex>
  affine.for %a = 0 to %0 { }
  return
}
// -----
func.func @f(%m: memref<8xindex>, %i: index) {
  scf.for %k = %i to %i step %i { affine.for %a = 0 to %k { %1 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%a)[%k] } }
  return
}
// -----
func.func @f(%i: index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%i)[%i]
  %1 = affine.min affine_map<(d0) -> (d0, 4, d0 * 2)>(%i)
  %2 = affine.max affine_map<()[s0] -> (s0, 3)>()[%i]
  %3 = affine.apply affine_map<() -> (7)>()
  return
}
// -----
func.func @f(%i: index) {
  %0 = affine.apply affine_map<(d0) -> (d0, d0)>(%i)
  return
}
// -----
func.func @f(%i: index) {
  %0 = affine.apply affine_map<(d0) -> (d0)>()
  return
}
// -----
func.func @f(%i: index) {
  %0 = affine.apply affine_map<(d0) -> (d0)>(%i, %i)
  return
}
// -----
func.func @f(%i: index) {
  %0 = affine.min affine_map<(d0) -> ()>(%i)
  return
}
// -----
func.func @f(%i: i32) {
  %0 = affine.apply affine_map<(d0) -> (d0)>(%i)
  return
}
// -----
func.func @f(%i: index) {
  affine.for %a = 0 to 10 { affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%a)[%i] { } else { } }
  %0 = affine.if affine_set<() : (1 == 0)>() -> index { affine.yield %i : index } else { affine.yield %i : index }
  return
}
// -----
func.func @f(%i: index) {
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%i) -> index { affine.yield %i : index }
  return
}
// -----
func.func @f(%i: index) {
  affine.if affine_set<(d0) : (d0 >= 0)>() { }
  return
}
// -----
func.func @f(%i: index) {
  affine.if affine_map<(d0) -> (d0)>(%i) { }
  return
}
// -----
func.func @f(%i: index) {
  affine.for %a = max affine_map<(d0) -> (d0, 4)>(%i) to min affine_map<(d0) -> (d0, 8)>(%i) step 2 { }
  affine.for %a = affine_map<(d0) -> (d0 + 1)>(%i) to %i { }
  affine.for %a = -4 to 4 { }
  return
}
// -----
func.func @f(%i: index) {
  affine.for %a = affine_map<(d0) -> (d0, 4)>(%i) to 8 { }
  return
}
// -----
func.func @f(%i: index) {
  affine.for %a = 0 to affine_map<(d0) -> (d0, 4)>(%i) { }
  return
}
// -----
func.func @f(%i: index) {
  affine.for %a = 0 to 4 step %i { }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = affine.for %a = 0 to 4 iter_args(%b = %x) -> (f32) { affine.yield %b : f32 }
  %1:2 = affine.for %a = 0 to 4 iter_args(%b = %x, %c = %i) -> (f32, index) { affine.yield %b, %a : f32, index }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = affine.for %a = 0 to 4 iter_args(%b = %x) -> (f32) { }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = affine.for %a = 0 to 4 iter_args(%b = %x) -> (f32) { affine.yield %i : index }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  affine.for %a = 0 to 4 { scf.yield }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  affine.parallel (%a, %b) = (0, %i) to (10, %i + 4) step (2, 3) { }
  %0 = affine.parallel (%a) = (0) to (4) reduce ("addf") -> (f32) { affine.yield %x : f32 }
  affine.parallel (%a) = (max(0, %i)) to (min(10, %i)) { }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = affine.parallel (%a) = (0) to (4) reduce ("addi") -> (f32) { affine.yield %x : f32 }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  %0 = affine.parallel (%a) = (0) to (4) reduce ("foo") -> (f32) { affine.yield %x : f32 }
  return
}
// -----
func.func @f(%i: index, %x: f32) {
  affine.parallel (%a) = (0, 1) to (4) { }
  return
}
// -----
func.func @f(%i: index) {
  %0:3 = affine.delinearize_index %i into (2, 3, 4) : index, index, index
  %1:2 = affine.delinearize_index %i into (3, 4) : index, index
  %2 = affine.linearize_index disjoint [%i, %i] by (3, 4) : index
  %3 = affine.linearize_index [%i, %i] by (4) : index
  %4:2 = affine.delinearize_index %i into (4) : index, index
  return
}
// -----
func.func @f(%i: index) {
  %0 = affine.delinearize_index %i into () : index
  return
}
// -----
func.func @f(%i: index) {
  %0:2 = affine.delinearize_index %i into (0, 4) : index, index
  return
}
// -----
func.func @f(%i: index) {
  %0:2 = affine.delinearize_index %i into (2, 3, 4) : index, index
  return
}
// -----
func.func @f() {
  affine.yield
  return
}
// -----
func.func @f(%t: !async.token, %g: !async.group, %v: !async.value<f32>, %i: index) {
  %0 = async.execute { async.yield }
  %1, %2 = async.execute [%0] (%v as %w: !async.value<f32>) -> !async.value<f32> { async.yield %w : f32 }
  async.await %t : !async.token
  %3 = async.await %v : !async.value<f32>
  %4 = async.create_group %i : !async.group
  %5 = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return
}
// -----
func.func @f(%v: !async.value<f32>) {
  %1, %2 = async.execute (%v as %w: f32) -> !async.value<f32> { async.yield %w : f32 }
  return
}
// -----
func.func @f(%v: !async.value<f32>) {
  %1, %2 = async.execute (%v as %w: !async.value<f32>) -> !async.value<f32> { async.yield %w : f32 }
  return
}
// -----
func.func @f(%v: !async.value<f32>) {
  %1, %2 = async.execute (%v as %w: !async.value<f32>) -> !async.value<f32> { async.yield }
  return
}
// -----
func.func @f(%v: !async.value<f32>) {
  %1 = async.execute -> !async.value<f32> { async.yield }
  return
}
// -----
func.func @f(%v: f32) {
  %1 = async.execute [%v] { async.yield }
  return
}
// -----
func.func @f(%v: !async.value<f32>) {
  async.await %v : f32
  return
}
// -----
func.func @f(%v: !async.value<f32>) {
  async.await %v : !async.value<f32>
  return
}
// -----
func.func @f(%t: !async.token) {
  %0 = async.await %t : !async.token
  return
}
// -----
async.func @a() -> !async.token { return } async.func @b(%x: f32) -> !async.value<f32> { return %x : f32 } async.func @c() -> (!async.token, !async.value<f32>) { %0 = arith.constant 1.0 : f32 return %0 : f32 } async.func private @d()
// -----
async.func @a() -> f32 { %0 = arith.constant 1.0 : f32 return %0 : f32 }
// -----
async.func @a() -> (!async.value<f32>, !async.token) { %0 = arith.constant 1.0 : f32 return %0 : f32 }
// -----
async.func @b(%x: f32) -> !async.value<f64> { return %x : f32 }
// -----
async.func @a() -> !async.token { return } func.func @f() { %0 = async.call @a() : () -> !async.token return }
// -----
async.func @a() -> !async.token { return } func.func @f() { %0 = async.call @b() : () -> !async.token return }
// -----
async.func @a() -> !async.token { return } func.func @f() { %0 = call @a() : () -> !async.token return }
// -----
func.func @a() { return } func.func @f() { async.call @a() : () -> () return }
// -----
func.func @f(%i: i8) {
  cf.switch %i : i8, [ default: ^bb1, 255: ^bb1, 300: ^bb1, -129: ^bb1, -128: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: i8) {
  cf.switch %i : i8, [ default: ^bb1, 99999999999999999999: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: i128) {
  cf.switch %i : i128, [ default: ^bb1, 9999999999999999999: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: i1) {
  cf.switch %i : i1, [ default: ^bb1, 1: ^bb1, 0: ^bb1, 2: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: si32) {
  cf.switch %i : si32, [ default: ^bb1, -1: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: ui32) {
  cf.switch %i : ui32, [ default: ^bb1, -1: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, data {a.b} : memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, data : memref<4xf32>
  memref.prefetch %m[%i], write, locality<0>, instr : memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<64xi8, strided<[1]>>, %i: index) {
  %0 = memref.view %m[%i][] : memref<64xi8, strided<[1]>> to memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<64xi8>, %i: index) {
  %0 = memref.view %m[%i][] : memref<64xi8> to memref<4xf32, strided<[1]>>
  return
}
// -----
func.func @f(%m: memref<16xf32, strided<[1]>>, %s: memref<2xindex>) {
  %0 = memref.reshape %m(%s) : (memref<16xf32, strided<[1]>>, memref<2xindex>) -> memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<4x4xf32, strided<[4, 1]>>, %s: memref<1xindex>) {
  %0 = memref.reshape %m(%s) : (memref<4x4xf32, strided<[4, 1]>>, memref<1xindex>) -> memref<16xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32, strided<[1]>>) {
  %0 = vector.type_cast %m : memref<4xf32, strided<[1]>> to memref<vector<4xf32>>
  return
}
// -----
func.func @f(%m: memref<f32, strided<[]>>) {
  %0 = vector.type_cast %m : memref<f32, strided<[]>> to memref<vector<f32>>
  return
}
// -----
func.func @f(%m: memref<?xf32>, %i: index) {
  %0 = memref.realloc %m : memref<?xf32> to memref<4xf32, strided<[1]>>
  return
}
// -----
func.func @f(%m: memref<4xf32, strided<[1]>>) {
  %0 = memref.cast %m : memref<4xf32, strided<[1]>> to memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32, strided<[1]>>, %n: memref<4xf32>) {
  memref.copy %m, %n : memref<4xf32, strided<[1]>> to memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32, strided<[1]>>) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 2] : memref<4xf32, strided<[1]>> into memref<2x2xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32, strided<[1]>>) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 2] : memref<4xf32, strided<[1]>> into memref<2x2xf32, strided<[2, 1]>>
  return
}
// -----
func.func @f(%m: memref<2x2xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<2x2xf32> into memref<4xf32, strided<[1]>>
  return
}
// -----
func.func @f(%m: memref<2x2xf32, strided<[2, 1]>>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<2x2xf32, strided<[2, 1]>> into memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<2x2xf32, strided<[2, 1]>>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<2x2xf32, strided<[2, 1]>> into memref<4xf32, strided<[1]>>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() : memref<4xf32, strided<[1]>>
  %1 = memref.alloc() : memref<4x4xf32, strided<[8, 1]>>
  return
}
// -----
memref.global @a : memref<4xf32, strided<[1]>> memref.global @b : memref<4x4xf32, strided<[8, 1]>>
// -----
memref.global @a : memref<4xf32, strided<[1]>> = dense<1.0>
// -----
memref.global @a : memref<4x4xf32, strided<[8, 1]>> = dense<1.0>
// -----
func.func @f(%t: tensor<4xf32>) {
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32, strided<[1]>>
  return
}
// -----
func.func @f(%m: memref<8xf32>) {
  %0 = memref.subview %m[0] [4] [1] : memref<8xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32>) {
  %0 = memref.subview %m[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  return
}
// -----
func.func @f(%m: memref<8xf32, strided<[1]>>) {
  %0 = memref.subview %m[0] [4] [1] : memref<8xf32, strided<[1]>> to memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32>) {
  %0 = memref.transpose %m (i) -> (i) : memref<8xf32> to memref<8xf32, strided<[1]>>
  return
}
// -----
func.func @f(%m: memref<8xf32, strided<[1]>>) {
  %b, %o, %s, %t = memref.extract_strided_metadata %m : memref<8xf32, strided<[1]>> -> memref<f32>, index, index, index
  return
}
