func.func @f(%x: index) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%x) : memref<?xf32>
  %2 = memref.alloc(%x, %x) {alignment = 16 : i64} : memref<?x4x?xf32>
  %3 = memref.alloca() : memref<4xf32>
  %4 = memref.alloca(%x) {alignment = 8} : memref<?xf32>
  return
}
// -----
func.func @f(%x: index) {
  %0 = memref.alloc()[%x] : memref<4x4xf32, affine_map<(d0,d1)[s0] -> (d0 + s0, d1)>>
  %1 = memref.alloc(%x)[%x] : memref<?x4xf32, affine_map<(d0,d1)[s0] -> (d0 + s0, d1)>, 1>
  memref.dealloc %0 : memref<4x4xf32, affine_map<(d0,d1)[s0] -> (d0 + s0, d1)>>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() : memref<?xf32>
  return
}
// -----
func.func @f(%x: index) {
  %0 = memref.alloc(%x) : memref<4xf32>
  return
}
// -----
func.func @f(%x: index) {
  %0 = memref.alloc(%x)[%x] : memref<?xf32>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() : memref<4x4xf32, affine_map<(d0,d1)[s0] -> (d0 + s0, d1)>>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() {alignment = 3} : memref<4xf32>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() {alignment = 0} : memref<4xf32>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() {alignment = -1} : memref<4xf32>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() {alignment = "x"} : memref<4xf32>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() : memref<*xf32>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() : tensor<4xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = memref.alloc(%f) : memref<?xf32>
  return
}
// -----
func.func @f(%u: memref<*xf32>) {
  memref.dealloc %u : memref<*xf32>
  return
}
// -----
func.func @f(%f: f32) {
  memref.dealloc %f : f32
  return
}
// -----
func.func @f(%f: f32, %i: i32) {
  memref.alloca_scope { memref.alloca_scope.return }
  %0 = memref.alloca_scope -> i32 { memref.alloca_scope.return %i : i32 }
  %1:2 = memref.alloca_scope -> (i32, f32) { memref.alloca_scope.return %i, %f : i32, f32 }
  return
}
// -----
func.func @f() {
  memref.alloca_scope { %0 = memref.alloca() : memref<4xf32> }
  return
}
// -----
func.func @f() {
  %0 = memref.alloca_scope -> i32 { memref.alloca_scope.return }
  return
}
// -----
func.func @f(%f: f32) {
  %0 = memref.alloca_scope -> i32 { memref.alloca_scope.return %f : f32 }
  return
}
// -----
func.func @f() {
  memref.alloca_scope.return
  return
}
// -----
func.func @f() {
  memref.alloca_scope { cf.br ^a
  ^a: memref.alloca_scope.return }
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %z: memref<f32>) {
  %0 = memref.load %d[%x, %x] : memref<?x?xf32>
  memref.store %0, %d[%x, %x] : memref<?x?xf32>
  %1 = memref.load %z[] : memref<f32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  %0 = memref.load %d[%x, %x] {nontemporal = true} : memref<?x?xf32>
  memref.store %0, %d[%x, %x] {nontemporal = true} : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  %0 = memref.load %d[%x, %x] {alignment = 16} : memref<?x?xf32>
  memref.store %0, %d[%x, %x] {alignment = 32 : i64, foo} : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  %0 = memref.load %d[%x, %x] {alignment = 3} : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  %0 = memref.load %d[%x, %x] {alignment = -16} : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  %0 = memref.load %d[%x] : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %i: i32) {
  %0 = memref.load %d[%i, %x] : memref<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %u: memref<*xf32>) {
  %0 = memref.load %u[%x] : memref<*xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  %0 = memref.load %d[%x, %x] {nontemporal = 5} : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %i: i32) {
  memref.store %i, %d[%x, %x] : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %f: f32) {
  memref.store %f, %d[%x] : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %i: i32) {
  "memref.store"(%i, %d, %x, %x) : (i32, memref<?x?xf32>, index, index) -> ()
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  %0 = "memref.load"(%d, %x, %x) : (memref<?x?xf32>, index, index) -> i32
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  memref.prefetch %d[%x, %x], read, locality<4>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  memref.prefetch %d[%x, %x], foo, locality<3>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  memref.prefetch %d[%x, %x], read, locality<3>, false : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  memref.prefetch %d[%x], read, locality<3>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  memref.prefetch %d[%x, %x], read, locality<-1>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<8x16x4xf32, strided<[64, 4, 1]>>, %x: index) {
  %0 = memref.subview %m[%x, %x, %x][%x, %x, %x][%x, %x, %x] : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
  return
}
// -----
func.func @f(%m: memref<8x16x4xf32, strided<[64, 4, 1]>>) {
  %0 = memref.subview %m[0, 2, 0] [8, 1, 4] [1, 1, 1] : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<8x4xf32, strided<[64, 1], offset: 8>>
  return
}
// -----
func.func @f(%m: memref<8x16x4xf32, strided<[64, 4, 1]>>) {
  %0 = memref.subview %m[0, 2, 0][1, 1, 1][1, 1, 1] : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<f32, strided<[], offset: 8>>
  return
}
// -----
func.func @f(%m: memref<8x16x4xf32, strided<[64, 4, 1]>>, %x: index) {
  %0 = memref.subview %m[0, %x, 0][8, %x, 4][1, 1, 1] : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<8x?x4xf32, strided<[64, 4, 1], offset: ?>>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  %0 = memref.subview %d[0, 0][%x, 4][1, 2] : memref<?x?xf32> to memref<?x4xf32, strided<[?, 2]>>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  %0 = memref.subview %d[0, 0][%x, 4][1, 2] : memref<?x?xf32> to memref<?x4xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.subview %d[0, 0][4, 4][1, 1] : memref<?x?xf32> to memref<4x4xf32, strided<[?, 1]>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0, 0][1, 4][1, 1] : memref<4x4xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0, 0][1, 4][1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1]>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0, 0][4, 4][1, 1] : memref<4x4xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0, 0][4, 4][1, 1] : memref<4x4xf32> to memref<4x4xf32, strided<[4, 1]>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[1, 1][5, 4][1, 1] : memref<4x4xf32> to memref<5x4xf32, strided<[4, 1], offset: 5>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[1, 1][3, 3][1, 1] : memref<4x4xf32> to memref<3x3xf32, strided<[4, 1], offset: 5>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0, 0][2, 2][2, 2] : memref<4x4xf32> to memref<2x2xf32, strided<[8, 2]>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0, 0][2, 2][2, 2] : memref<4x4xf32> to memref<2x2xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0][2][2] : memref<4x4xf32> to memref<2xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0, 0][2, 2][2, 2] : memref<4x4xf32> to memref<2x3xf32, strided<[8, 2]>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0, 0][2, 2][2, 2] : memref<4x4xf32> to memref<2x2xi32, strided<[8, 2]>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0, 0][2, 2][2, 2] : memref<4x4xf32> to memref<2x2xf32, strided<[8, 2]>, 1>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0, 0][2, 2][0, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[0, 1]>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[0, 0][2, -2][1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1]>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.subview %c4[-1, 0][2, 2][1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1], offset: -4>>
  return
}
// -----
func.func @f(%m1: memref<1x1xf32>) {
  %0 = memref.subview %m1[0, 0][1, 1][1, 1] : memref<1x1xf32> to memref<1xf32>
  return
}
// -----
func.func @f(%m1: memref<1x1xf32>) {
  %0 = memref.subview %m1[0, 0][1, 1][1, 1] : memref<1x1xf32> to memref<f32>
  return
}
// -----
func.func @f(%x: index, %dd: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %0 = memref.subview %dd[%x, %x][%x, %x][%x, %x] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return
}
// -----
func.func @f(%x: index, %dd: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %0 = memref.subview %dd[0, 0][1, %x][1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  return
}
// -----
func.func @f(%x: index, %dd: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %0 = memref.subview %dd[0, 0][1, %x][1, 1] {a = 1} : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  return
}
// -----
func.func @f(%x: index, %s: memref<2048xi8>) {
  %0 = memref.view %s[%x][] : memref<2048xi8> to memref<64x4xf32>
  %1 = memref.view %s[%x][%x] : memref<2048xi8> to memref<?x4xf32>
  %2 = memref.view %s[%x][%x, %x] : memref<2048xi8> to memref<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %s: memref<2048xi8>) {
  %0 = memref.view %s[%x][] : memref<2048xi8> to memref<?x4xf32>
  return
}
// -----
func.func @f(%x: index, %mi: memref<10xi32>) {
  %0 = memref.view %mi[%x][] : memref<10xi32> to memref<4xf32>
  return
}
// -----
func.func @f(%x: index, %s: memref<2048xi8>) {
  %0 = memref.view %s[%x][] : memref<2048xi8> to memref<4xf32, strided<[2]>>
  return
}
// -----
func.func @f(%x: index, %s: memref<2048xi8>) {
  %0 = memref.view %s[%x][] : memref<2048xi8> to memref<4xf32, 1>
  return
}
// -----
func.func @f(%s: memref<2048xi8>) {
  %0 = memref.view %s[][] : memref<2048xi8> to memref<4xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [10, 4], strides: [4, 1] : memref<?x?xf32> to memref<10x4xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  %0 = memref.reinterpret_cast %d to offset: [%x], sizes: [%x, %x], strides: [%x, %x] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return
}
// -----
func.func @f(%u: memref<*xf32>) {
  %0 = memref.reinterpret_cast %u to offset: [0], sizes: [], strides: [] : memref<*xf32> to memref<f32>
  return
}
// -----
func.func @f(%x: index, %u: memref<*xf32>) {
  %0 = memref.reinterpret_cast %u to offset: [0], sizes: [10, %x], strides: [%x, 1] : memref<*xf32> to memref<10x?xf32, strided<[?, 1]>>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [10], strides: [1] : memref<?x?xf32> to memref<10xf32, strided<[1], offset: 3>>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [10], strides: [2] : memref<?x?xf32> to memref<10xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [10], strides: [1, 2] : memref<?x?xf32> to memref<10xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.reinterpret_cast %d to offset: [0, 1], sizes: [10], strides: [1] : memref<?x?xf32> to memref<10xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [11], strides: [1] : memref<?x?xf32> to memref<10xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [10], strides: [1] : memref<?x?xf32> to memref<10xi32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [10], strides: [1] : memref<?x?xf32> to memref<10xf32, 2>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  %0 = memref.reinterpret_cast %d to offset: [0], sizes: [%x], strides: [1] : memref<?x?xf32> to memref<10xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %u: memref<*xf32>, %c4: memref<4x4xf32>) {
  %0 = memref.cast %d : memref<?x?xf32> to memref<4x4xf32>
  %1 = memref.cast %c4 : memref<4x4xf32> to memref<*xf32>
  %2 = memref.cast %u : memref<*xf32> to memref<4xf32>
  %3 = memref.cast %c4 : memref<4x4xf32> to memref<4x4xf32, strided<[?, ?], offset: ?>>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.cast %d : memref<?x?xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.cast %d : memref<?x?xf32> to memref<4x4xi32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.cast %c4 : memref<4x4xf32> to memref<4x5xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.cast %c4 : memref<4x4xf32> to memref<4x4xf32, 1>
  return
}
// -----
func.func @f(%u: memref<*xf32>) {
  %0 = memref.cast %u : memref<*xf32> to memref<*xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.cast %c4 : memref<4x4xf32> to memref<4x4xf32, strided<[5, 1]>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.cast %c4 : memref<4x4xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%u: memref<*xf32>, %c4: memref<4x4xf32>) {
  %0 = memref.memory_space_cast %c4 : memref<4x4xf32> to memref<4x4xf32, 5>
  %1 = memref.memory_space_cast %u : memref<*xf32> to memref<*xf32, 1>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.memory_space_cast %c4 : memref<4x4xf32> to memref<4x?xf32, 5>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.memory_space_cast %c4 : memref<4x4xf32> to memref<*xf32, 5>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.memory_space_cast %c4 : memref<4x4xf32> to memref<4x4xi32, 5>
  return
}
// -----
func.func @f(%o: memref<?xf32>, %u: memref<*xf32>, %sh: memref<2xindex>, %shi: memref<2xi32>, %dyn: memref<?xindex>) {
  %0 = memref.reshape %u(%dyn) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  %1 = memref.reshape %o(%sh) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %2 = memref.reshape %o(%shi) : (memref<?xf32>, memref<2xi32>) -> memref<?x4xf32>
  return
}
// -----
func.func @f(%o: memref<?xf32>, %sh: memref<2xindex>) {
  %0 = memref.reshape %o(%sh) : (memref<?xf32>, memref<2xindex>) -> memref<?xf32>
  return
}
// -----
func.func @f(%o: memref<?xf32>, %dyn: memref<?xindex>) {
  %0 = memref.reshape %o(%dyn) : (memref<?xf32>, memref<?xindex>) -> memref<?x?xf32>
  return
}
// -----
func.func @f(%o: memref<?xf32>, %sh: memref<2xindex>) {
  %0 = memref.reshape %o(%sh) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xi32>
  return
}
// -----
func.func @f(%sh: memref<2xindex>, %dd: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %0 = memref.reshape %dd(%sh) : (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<2xindex>) -> memref<?x?xf32>
  return
}
// -----
func.func @f(%o: memref<?xf32>, %sh: memref<2xindex>) {
  %0 = memref.reshape %o(%sh) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32, strided<[2, 1]>>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %o: memref<?xf32>) {
  %0 = memref.reshape %o(%d) : (memref<?xf32>, memref<?x?xf32>) -> memref<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.expand_shape %o [[0, 1]] output_shape [%x, 4] : memref<?xf32> into memref<?x4xf32>
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.expand_shape %o [[0, 1]] output_shape [4, %x] : memref<?xf32> into memref<4x?xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.expand_shape %c4 [[0, 1], [2]] output_shape [2, 2, 4] : memref<4x4xf32> into memref<2x2x4xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.expand_shape %c4 [[0, 1], [2]] output_shape [2, 2, 4] : memref<4x4xf32> into memref<2x3x4xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.expand_shape %c4 [[0, 1]] output_shape [2, 2, 4] : memref<4x4xf32> into memref<2x2x4xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.expand_shape %c4 [[0], [1]] output_shape [4, 4] : memref<4x4xf32> into memref<4x4xf32>
  return
}
// -----
func.func @f(%z: memref<f32>) {
  %0 = memref.expand_shape %z [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  return
}
// -----
func.func @f(%x: index, %dd: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %0 = memref.expand_shape %dd [[0, 1], [2]] output_shape [%x, 4, %x] : memref<?x?xf32, strided<[?, 1], offset: ?>> into memref<?x4x?xf32, strided<[?, ?, 1], offset: ?>>
  return
}
// -----
func.func @f(%x: index, %dd: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %0 = memref.expand_shape %dd [[0, 1], [2]] output_shape [%x, 4, %x] : memref<?x?xf32, strided<[?, 1], offset: ?>> into memref<?x4x?xf32>
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.expand_shape %o [[0, 1]] output_shape [%x, %x] : memref<?xf32> into memref<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.expand_shape %o [[0, 1]] output_shape [%x, 5] : memref<?xf32> into memref<?x4xf32>
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.expand_shape %o [[0, 2]] output_shape [%x, 4] : memref<?xf32> into memref<?x4xf32>
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.expand_shape %o [[1, 0]] output_shape [%x, 4] : memref<?xf32> into memref<?x4xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.collapse_shape %d [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  return
}
// -----
func.func @f(%m: memref<8x16x4xf32, strided<[64, 4, 1]>>) {
  %0 = memref.collapse_shape %m [[0, 1], [2]] : memref<8x16x4xf32, strided<[64, 4, 1]>> into memref<128x4xf32, strided<[4, 1]>>
  return
}
// -----
func.func @f(%m: memref<8x16x4xf32, strided<[64, 4, 1]>>) {
  %0 = memref.collapse_shape %m [[0, 1], [2]] : memref<8x16x4xf32, strided<[64, 4, 1]>> into memref<128x4xf32>
  return
}
// -----
func.func @f(%m: memref<8x16x4xf32, strided<[64, 4, 1]>>) {
  %0 = memref.collapse_shape %m [[0, 1, 2]] : memref<8x16x4xf32, strided<[64, 4, 1]>> into memref<512xf32, strided<[1]>>
  return
}
// -----
func.func @f(%dd: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %0 = memref.collapse_shape %dd [[0, 1]] : memref<?x?xf32, strided<[?, 1], offset: ?>> into memref<?xf32, strided<[1], offset: ?>>
  return
}
// -----
func.func @f(%dd: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %0 = memref.collapse_shape %dd [[0, 1]] : memref<?x?xf32, strided<[?, 1], offset: ?>> into memref<?xf32, strided<[?], offset: ?>>
  return
}
// -----
func.func @f(%m1: memref<1x1xf32>) {
  %0 = memref.collapse_shape %m1 [] : memref<1x1xf32> into memref<f32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.collapse_shape %c4 [] : memref<4x4xf32> into memref<f32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.collapse_shape %c4 [[0, 1]] : memref<4x4xf32> into memref<15xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.collapse_shape %c4 [[0, 1]] : memref<4x4xf32> into memref<?xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.collapse_shape %c4 [[0]] : memref<4x4xf32> into memref<4xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.collapse_shape %c4 [[0], [0, 1]] : memref<4x4xf32> into memref<4x4xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.collapse_shape %c4 [[1], [0]] : memref<4x4xf32> into memref<4x4xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %c4: memref<4x4xf32>) {
  %0 = memref.transpose %c4 (d0, d1) -> (d1, d0) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  %1 = memref.transpose %d (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %1 = memref.transpose %d (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.transpose %c4 (d0, d1) -> (d1, d0) : memref<4x4xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.transpose %c4 (d0, d1) -> (d0, d0) : memref<4x4xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>) {
  %0 = memref.transpose %c4 (d0, d1) -> (d1) : memref<4x4xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %u: memref<*xf32>) {
  %0 = memref.dim %d, %x : memref<?x?xf32>
  %1 = memref.dim %u, %x : memref<*xf32>
  %2 = memref.rank %u : memref<*xf32>
  %3 = memref.rank %d : memref<?x?xf32>
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = memref.dim %f, %x : f32
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %i: i32) {
  %0 = memref.dim %d, %i : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %c = arith.constant 3 : index
  %0 = memref.dim %d, %c : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %c = arith.constant -1 : index
  %0 = memref.dim %d, %c : memref<?x?xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = memref.rank %f : f32
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %u: memref<*xf32>, %c4: memref<4x4xf32>) {
  memref.copy %d, %d : memref<?x?xf32> to memref<?x?xf32>
  memref.copy %u, %u : memref<*xf32> to memref<*xf32>
  memref.copy %c4, %d {a} : memref<4x4xf32> to memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %mi: memref<10xi32>) {
  memref.copy %d, %mi : memref<?x?xf32> to memref<10xi32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %o: memref<?xf32>) {
  memref.copy %d, %o : memref<?x?xf32> to memref<?xf32>
  return
}
// -----
func.func @f(%c4: memref<4x4xf32>, %m1: memref<1x1xf32>) {
  memref.copy %c4, %m1 : memref<4x4xf32> to memref<1x1xf32>
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.realloc %o : memref<?xf32> to memref<4xf32>
  %1 = memref.realloc %o(%x) : memref<?xf32> to memref<?xf32>
  %2 = memref.realloc %o(%x) {alignment = 16} : memref<?xf32> to memref<?xf32>
  return
}
// -----
func.func @f(%o: memref<?xf32>) {
  %0 = memref.realloc %o : memref<?xf32> to memref<?xf32>
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.realloc %o(%x) : memref<?xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.realloc %d : memref<?x?xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%o: memref<?xf32>) {
  %0 = memref.realloc %o : memref<?xf32> to memref<4xi32>
  return
}
// -----
func.func @f(%o: memref<?xf32>) {
  %0 = memref.realloc %o : memref<?xf32> to memref<4xf32, 1>
  return
}
// -----
func.func @f(%o: memref<?xf32>) {
  %0 = memref.realloc %o : memref<?xf32> to memref<4xf32, strided<[2]>>
  return
}
// -----
func.func @f(%x: index, %f: f32, %o: memref<?xf32>) {
  %0 = memref.atomic_rmw addf %f, %o[%x] : (f32, memref<?xf32>) -> f32
  %1 = memref.atomic_rmw assign %f, %o[%x] : (f32, memref<?xf32>) -> f32
  %2 = memref.atomic_rmw maximumf %f, %o[%x] : (f32, memref<?xf32>) -> f32
  %3 = memref.atomic_rmw maxnumf %f, %o[%x] : (f32, memref<?xf32>) -> f32
  return
}
// -----
func.func @f(%x: index, %i: i32, %mi: memref<10xi32>) {
  %0 = memref.atomic_rmw addi %i, %mi[%x] : (i32, memref<10xi32>) -> i32
  %1 = memref.atomic_rmw ori %i, %mi[%x] : (i32, memref<10xi32>) -> i32
  %2 = memref.atomic_rmw xori %i, %mi[%x] : (i32, memref<10xi32>) -> i32
  %3 = memref.atomic_rmw andi %i, %mi[%x] {a} : (i32, memref<10xi32>) -> i32
  return
}
// -----
func.func @f(%x: index, %i: i32, %mi: memref<10xi32>) {
  %0 = memref.atomic_rmw maxs %i, %mi[%x] : (i32, memref<10xi32>) -> i32
  %1 = memref.atomic_rmw maxu %i, %mi[%x] : (i32, memref<10xi32>) -> i32
  %2 = memref.atomic_rmw mins %i, %mi[%x] : (i32, memref<10xi32>) -> i32
  %3 = memref.atomic_rmw minu %i, %mi[%x] : (i32, memref<10xi32>) -> i32
  %4 = memref.atomic_rmw muli %i, %mi[%x] : (i32, memref<10xi32>) -> i32
  return
}
// -----
func.func @f(%x: index, %i: i32, %mi: memref<10xi32>) {
  %0 = memref.atomic_rmw addf %i, %mi[%x] : (i32, memref<10xi32>) -> i32
  return
}
// -----
func.func @f(%x: index, %f: f32, %o: memref<?xf32>) {
  %0 = memref.atomic_rmw addi %f, %o[%x] : (f32, memref<?xf32>) -> f32
  return
}
// -----
func.func @f(%x: index, %f: f32, %o: memref<?xf32>) {
  %0 = memref.atomic_rmw foo %f, %o[%x] : (f32, memref<?xf32>) -> f32
  return
}
// -----
func.func @f(%x: index, %f: f32, %o: memref<?xf32>) {
  %0 = memref.atomic_rmw addf %f, %o[%x, %x] : (f32, memref<?xf32>) -> f32
  return
}
// -----
func.func @f(%x: index, %f: f32, %mi: memref<10xi32>) {
  %0 = memref.atomic_rmw addf %f, %mi[%x] : (f32, memref<10xi32>) -> f32
  return
}
// -----
func.func @f(%x: index, %f: f32, %o: memref<?xf32>) {
  %0 = memref.atomic_rmw addf %f, %o[%x] : (f32, memref<?xf32>) -> f64
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.generic_atomic_rmw %o[%x] : memref<?xf32> { ^bb0(%c: f32): memref.atomic_yield %c : f32 }
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.generic_atomic_rmw %o[%x] : memref<?xf32> { ^bb0(%c: f32): %1 = arith.addf %c, %c : f32 memref.atomic_yield %1 : f32 }
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.generic_atomic_rmw %o[%x] : memref<?xf32> { ^bb0(%c: f32, %e: f32): memref.atomic_yield %c : f32 }
  return
}
// -----
func.func @f(%x: index, %f: f32, %o: memref<?xf32>) {
  %0 = memref.generic_atomic_rmw %o[%x] : memref<?xf32> { ^bb0(%c: i32): memref.atomic_yield %f : f32 }
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>, %i: i32) {
  %0 = memref.generic_atomic_rmw %o[%x] : memref<?xf32> { ^bb0(%c: f32): memref.atomic_yield %i : i32 }
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.generic_atomic_rmw %o[%x] : memref<?xf32> { ^bb0(%c: f32): memref.atomic_yield }
  return
}
// -----
func.func @f(%x: index, %o: memref<?xf32>) {
  %0 = memref.generic_atomic_rmw %o[%x] : memref<?xf32> { ^bb0(%c: f32): memref.store %c, %o[%x] : memref<?xf32> memref.atomic_yield %c : f32 }
  return
}
// -----
func.func @f(%x: index, %f: f32, %o: memref<?xf32>) {
  %0 = memref.generic_atomic_rmw %o[%x] : memref<?xf32> { memref.atomic_yield %f : f32 }
  return
}
// -----
func.func @f(%f: f32) {
  memref.atomic_yield %f : f32
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  memref.assume_alignment %d, 16 : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.assume_alignment %d, 16 : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.assume_alignment %d, 3 : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.assume_alignment %d, 0 : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.assume_alignment %d, -16 : memref<?x?xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %o: memref<?xf32>) {
  %0, %1 = memref.distinct_objects %o, %d : memref<?xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%o: memref<?xf32>) {
  %0 = memref.distinct_objects %o : memref<?xf32>
  return
}
// -----
func.func @f() {
  memref.distinct_objects
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %b, %of, %s0:2, %st:2 = memref.extract_strided_metadata %d : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  return
}
// -----
func.func @f(%z: memref<f32>) {
  %b, %of = memref.extract_strided_metadata %z : memref<f32> -> memref<f32>, index
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %b, %of, %s0, %st = memref.extract_strided_metadata %d : memref<?x?xf32> -> memref<f32>, index, index, index
  return
}
// -----
func.func @f(%u: memref<*xf32>) {
  %b, %of = memref.extract_strided_metadata %u : memref<*xf32> -> memref<f32>, index
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %u: memref<*xf32>) {
  %0 = memref.extract_aligned_pointer_as_index %d : memref<?x?xf32> -> index
  %1 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index
  return
}
// -----
func.func @f(%d: memref<?x?xf32>) {
  %0 = memref.extract_aligned_pointer_as_index %d : memref<?x?xf32> -> i64
  return
}
// -----
func.func @f() {
  %0 = memref.get_global @nope : memref<4xf32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %tag: memref<1xi32>, %ms: memref<100xf32, 2>) {
  memref.dma_start %d[%x, %x], %ms[%x], %x, %tag[%x] : memref<?x?xf32>, memref<100xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %tag: memref<1xi32>, %ms: memref<100xf32, 2>) {
  memref.dma_start %d[%x, %x], %ms[%x], %x, %tag[%x], %x, %x : memref<?x?xf32>, memref<100xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%x: index, %tag: memref<1xi32>) {
  memref.dma_wait %tag[%x], %x : memref<1xi32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %tag: memref<1xi32>, %ms: memref<100xf32, 2>) {
  memref.dma_start %d[%x], %ms[%x], %x, %tag[%x] : memref<?x?xf32>, memref<100xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %tag: memref<1xi32>, %ms: memref<100xf32, 2>) {
  memref.dma_start %d[%x, %x], %ms[%x], %x, %tag[%x], %x : memref<?x?xf32>, memref<100xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %tag: memref<1xi32>, %ms: memref<100xf32, 2>) {
  memref.dma_start %d[%x, %x], %ms[%x], %x, %tag[%x] : memref<?x?xf32>, memref<100xf32, 2>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %f: f32, %tag: memref<1xi32>, %ms: memref<100xf32, 2>) {
  memref.dma_start %d[%x, %x], %ms[%x], %f, %tag[%x] : memref<?x?xf32>, memref<100xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index, %f: f32, %tag: memref<1xi32>, %ms: memref<100xf32, 2>) {
  memref.dma_start %d[%f, %x], %ms[%x], %x, %tag[%x] : memref<?x?xf32>, memref<100xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%x: index, %tag: memref<1xi32>) {
  memref.dma_wait %tag[%x, %x], %x : memref<1xi32>
  return
}
// -----
func.func @f(%x: index, %f: f32, %tag: memref<1xi32>) {
  memref.dma_wait %tag[%x], %f : memref<1xi32>
  return
}
// -----
func.func @f(%d: memref<?x?xf32>, %x: index) {
  memref.dma_wait %d[%x, %x], %x : memref<?x?xf32>
  return
}
// -----
memref.global "private" constant @x : memref<2xf32> = dense<[1.0, 2.0]>
// -----
memref.global @x : memref<2xf32>
// -----
memref.global @x : memref<2xf32> = uninitialized
// -----
memref.global "public" @x : memref<2xf32> = uninitialized
// -----
memref.global "private" constant @x : memref<2xf32> = dense<0.0> {alignment = 64}
// -----
memref.global "private" @x : memref<2xf32> {alignment = 64 : i64}
// -----
memref.global "private" @x : memref<2xf32, 5> = dense<0.0> {a.b = 1}
// -----
memref.global "private" @x : memref<f32> = dense<0.0>
// -----
memref.global "private" @x : memref<2xf32> = dense<[1.0, 2.0]> : tensor<2xf32>
// -----
memref.global "private" @x : memref<2xf32> = dense<[1.0]>
// -----
memref.global "private" @x : memref<2xf32> = 1.0
// -----
memref.global "private" @x : memref<?xf32>
// -----
memref.global "private" @x : memref<*xf32>
// -----
memref.global "private" @x : tensor<2xf32>
// -----
memref.global constant @x : memref<2xf32>
// -----
memref.global "foo" @x : memref<2xf32>
// -----
memref.global nested @x : memref<2xf32>
// -----
memref.global "private" @x : memref<2x2xi32, strided<[2, 1]>> = dense<0>
// -----
memref.global "private" @x : memref<2xcomplex<f32>> = dense<(0.0, 1.0)>
// -----
memref.global "private" constant @x : memref<2xindex> = dense<1>
func.func @f() -> memref<2xindex> {
 %0 = memref.get_global @x : memref<2xindex>
 return %0 : memref<2xindex> }
// -----
memref.global "private" constant @x : memref<2xindex> = dense<1>
func.func @f() {
 %0 = memref.get_global @x : memref<3xindex>
 return }
// -----
memref.global "private" constant @x : memref<2xindex> = dense<1>
memref.global "private" constant @x : memref<2xindex> = dense<1>
// -----
memref.global "private" constant @x : memref<2x!foo.s> = dense<"a">
// -----
memref.global "private" constant @x : memref<4xi8> = dense<"0x01020304">
// -----
memref.global "private" constant @x : memref<4xi8> = dense_resource<foo>
// -----
"memref.global"() <{sym_name = "x", type = memref<2xf32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "x", type = memref<2xf32>, initial_value = dense<0.0> : tensor<3xf32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "x", type = memref<2xf32>, initial_value = dense<0.0> : tensor<2xf32>, alignment = 3 : i64}> : () -> ()
// -----
"memref.global"() <{sym_name = "x", type = f32}> : () -> ()
// -----
func.func @f() { memref.global @x : memref<2xf32> return }
