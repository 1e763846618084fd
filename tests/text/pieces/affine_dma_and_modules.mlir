func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], read, locality<3>, data : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], write, locality<0>, instr : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], read, locality<3>, data {a = 1} : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], read, locality<3>, data {a.b = 1} : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], read, locality<3>, data {isWrite = 1} : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], read, locality<3>, data {isWrite = true} : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], read, locality<3>, data {localityHint = 1 : i32} : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], read, locality<4>, data : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], read, locality<-1>, data : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0], read, locality<3>, data : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], load, locality<3>, data : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], read, locality<3>, code : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], read, locality<3 : i32>, data : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0], read, locality<3 : i64>, data : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[0, 0] {foo}, read, locality<3>, data : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[%i, 0], read, locality<3>, data : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: index) {
  affine.prefetch %m[%i + 2, %i * 2], read, locality<3>, data : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>, %i: i32) {
  affine.prefetch %m[%i, 0], read, locality<3>, data : memref<8x8xf32>
  return
}
// -----
func.func @f(%m: memref<8x8xf32>) {
  "affine.prefetch"(%m) <{isDataCache = true, isWrite = false, localityHint = 3 : i32, map = affine_map<() -> (0, 0)>}> : (memref<8x8xf32>) -> ()
  return
}
// -----
func.func @f(%m: memref<8x8xf32>) {
  "affine.prefetch"(%m) <{isDataCache = true, isWrite = false, localityHint = 4 : i32, map = affine_map<() -> (0, 0)>}> : (memref<8x8xf32>) -> ()
  return
}
// -----
func.func @f(%m: memref<8x8xf32>) {
  "affine.prefetch"(%m) <{isDataCache = true, isWrite = false, localityHint = 3 : i64, map = affine_map<() -> (0, 0)>}> : (memref<8x8xf32>) -> ()
  return
}
// -----
func.func @f(%m: memref<8x8xf32>) {
  "affine.prefetch"(%m) <{isDataCache = true, isWrite = 1 : i8, localityHint = 3 : i32, map = affine_map<() -> (0, 0)>}> : (memref<8x8xf32>) -> ()
  return
}
// -----
func.func @f(%m: memref<8x8xf32>) {
  "affine.prefetch"(%m) <{isDataCache = true, isWrite = false, localityHint = 3 : i32, map = affine_map<() -> (0)>}> : (memref<8x8xf32>) -> ()
  return
}
// -----
func.func @f(%m: memref<8x8xf32>) {
  "affine.prefetch"(%m) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<8x8xf32>) -> ()
  return
}
// -----
func.func @f(%m: memref<8x8xf32>) {
  "affine.prefetch"(%m) {isDataCache = true, isWrite = false, localityHint = 3 : i32, map = affine_map<() -> (0, 0)>} : (memref<8x8xf32>) -> ()
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_start %m[0], %q[0], %t[0], %n : memref<8xf32>, memref<8xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_start %m[0], %q[0], %t[0], %n {a.b} : memref<8xf32>, memref<8xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_start %m[0], %q[0], %t[0], %n {foo = 1} : memref<8xf32>, memref<8xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_start %m[0], %q[0], %t[0], %n, %n, %n : memref<8xf32>, memref<8xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_start %m[0], %q[0], %t[0], %n, %n : memref<8xf32>, memref<8xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_start %m[%n + 1], %q[%n], %t[0], %n : memref<8xf32>, memref<8xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_start %m[0], %m[0], %t[0], %n : memref<8xf32>, memref<8xf32>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_start %m[0], %q[0], %m[0], %n : memref<8xf32>, memref<8xf32, 2>, memref<8xf32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: i32) {
  affine.dma_start %m[0], %q[0], %t[0], %n : memref<8xf32>, memref<8xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_start %m[0, 0], %q[0], %t[0], %n : memref<8xf32>, memref<8xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_wait %t[0], %n : memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_wait %t[0], %n {foo} : memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_wait %t[0], %n {a.b} : memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  affine.dma_wait %t[0, 0], %n : memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  "affine.dma_wait"(%t, %n) : (memref<1xi32>, index) -> ()
  return
}
// -----
func.func @f(%m: memref<8xf32>, %t: memref<1xi32>, %q: memref<8xf32, 2>, %n: index) {
  "affine.dma_wait"(%t, %n) {tag_map = affine_map<() -> (0)>} : (memref<1xi32>, index) -> ()
  return
}
// -----
module @x attributes {sym_visibility = "private"} {}
// -----
module @x attributes {sym_visibility = "nested"} {}
// -----
module attributes {sym_visibility = "private"} {}
// -----
module @x attributes {sym_visibility = "public"} {}
// -----
module @x attributes {sym_visibility = "foo"} {}
// -----
module private @x {}
// -----
module @y { module @x attributes {sym_visibility = "private"} {} }
// -----
module @y attributes {} {}
// -----
"builtin.module"() <{sym_name = "x", sym_visibility = "private"}> ({}) : () -> ()
// -----
"builtin.module"() ({}) {sym_name = "x", sym_visibility = "private"} : () -> ()
// -----
"builtin.module"() <{sym_visibility = "private"}> ({}) : () -> ()
// -----
"builtin.module"() <{sym_name = "x", sym_visibility = "foo"}> ({}) : () -> ()
// -----
"builtin.module"() <{sym_name = 1}> ({}) : () -> ()
// -----
"builtin.module"() ({
^bb0(%a: i32):
}) : () -> ()
// -----
"builtin.module"() ({
^bb0:
}, {}) : () -> ()
// -----
"builtin.module"() : () -> ()
// -----
func.func private @f() attributes {sym_visibility = "nested"}
// -----
func.func nested @f() { return }
// -----
func.func public @f() { return }
