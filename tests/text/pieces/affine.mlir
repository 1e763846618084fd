func.func @f() {
  affine.for %a = 0 to 10 { }
  return
}
// -----
func.func @f() {
  affine.for %a = 0 to 10 step 2 { affine.yield }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  affine.for %a = %x to %y { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  affine.for %a = affine_map<(d0) -> (d0 + 1)>(%x) to affine_map<()[s0] -> (s0 - 1)>()[%y] { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  affine.for %a = max affine_map<(d0)[s0] -> (d0, s0, 5)>(%x)[%y] to min affine_map<(d0) -> (d0, 100)>(%x) step 4 { } {foo = "x"}
  return
}
// -----
func.func @f(%m: memref<10x10xf32>) {
  affine.for %a = 0 to 10 { affine.for %b = %a to 10 { %0 = affine.load %m[%a, %b] : memref<10x10xf32>
  affine.store %0, %m[%a + 1, %b * 2 - %a] : memref<10x10xf32> } }
  return
}
// -----
func.func @f(%f: f32) {
  %0 = affine.for %a = 0 to 10 iter_args(%s = %f) -> (f32) { %1 = arith.addf %s, %s : f32 affine.yield %1 : f32 }
  return
}
// -----
func.func @f(%f: f32, %i: i32) {
  %0:2 = affine.for %a = 0 to 10 step 3 iter_args(%s = %f, %q = %i) -> (f32, i32) { affine.yield %s, %q : f32, i32 }
  return
}
// -----
func.func @f(%f: f32, %i: i32) {
  %0 = affine.for %a = 0 to 10 iter_args(%s = %f) -> (f32) { affine.yield %i : i32 }
  return
}
// -----
func.func @f(%f: f32, %i: i32) {
  %0 = affine.for %a = 0 to 10 iter_args(%s = %f) -> (i32) { affine.yield %i : i32 }
  return
}
// -----
func.func @f(%f: f32) {
  %0 = affine.for %a = 0 to 10 iter_args(%s = %f) -> (f32) { }
  return
}
// -----
func.func @f(%f: f32) {
  affine.for %a = 0 to 10 { affine.yield %f : f32 }
  return
}
// -----
func.func @f() {
  affine.for %a = 0 to 10 step -1 { }
  return
}
// -----
func.func @f(%x: index) {
  affine.for %a = 0 to 10 step %x { }
  return
}
// -----
func.func @f(%f: f32) {
  affine.for %a = %f to 10 { }
  return
}
// -----
func.func @f() {
  affine.for %a = 10 to 0 { }
  return
}
// -----
func.func @f() {
  affine.for %a = -5 to 5 { }
  return
}
// -----
func.func @f(%x: index) {
  affine.for %a = 0 to affine_map<(d0) -> (d0, d0)>(%x) { }
  return
}
// -----
func.func @f(%x: index) {
  affine.for %a = affine_map<(d0, d1) -> (d0)>(%x) to 10 { }
  return
}
// -----
func.func @f() {
  affine.for %a = 0 { }
  return
}
// -----
func.func @f() {
  affine.for %a = max affine_map<() -> (0, 1)>() to min affine_map<() -> (10, 20)>() { }
  return
}
// -----
func.func @f() {
  affine.for %a = max affine_map<() -> ()>() to 10 { }
  return
}
// -----
func.func @f() {
  affine.for %a = 0 to 10 { scf.yield }
  return
}
// -----
func.func @f() {
  affine.for %a = 0 to 10 { %0 = arith.muli %a, %a : index
  affine.for %b = 0 to %0 { } }
  return
}
// -----
func.func @f(%x: index) {
  affine.for %a = 0 to 10 { %0 = arith.muli %x, %x : index
  affine.for %b = 0 to %0 { } }
  return
}
// -----
func.func @f() {
  %c = arith.constant 5 : index
  affine.for %a = 0 to %c { %0 = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%a)[%c] }
  return
}
// -----
func.func @f(%x: index) {
  affine.if affine_set<(d0) : (d0 >= 0)>(%x) { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>(%x)[%y] { } else { }
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%x) -> f32 { affine.yield %f : f32 } else { affine.yield %f : f32 }
  return
}
// -----
func.func @f(%x: index, %f: f32, %i: i32) {
  %0:2 = affine.if affine_set<(d0) : (d0 >= 0)>(%x) -> (f32, i32) { affine.yield %f, %i : f32, i32 } else { affine.yield %f, %i : f32, i32 }
  return
}
// -----
func.func @f(%x: index, %f: f32) {
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%x) -> f32 { affine.yield %f : f32 }
  return
}
// -----
func.func @f(%x: index, %f: f32, %i: i32) {
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%x) -> f32 { affine.yield %i : i32 } else { affine.yield %f : f32 }
  return
}
// -----
func.func @f(%x: index) {
  affine.if affine_set<(d0, d1) : (d0 >= 0)>(%x) { }
  return
}
// -----
func.func @f(%x: index) {
  affine.if affine_set<(d0)[s0] : (d0 >= 0)>(%x) { }
  return
}
// -----
func.func @f(%x: index) {
  affine.if affine_map<(d0) -> (d0)>(%x) { }
  return
}
// -----
func.func @f(%f: f32) {
  affine.if affine_set<(d0) : (d0 >= 0)>(%f) { }
  return
}
// -----
func.func @f() {
  affine.if affine_set<() : (1 == 0)>() { } {a = 1}
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index, %f: f32) {
  affine.if affine_set<(d0) : (d0 >= 0)>(%x) { affine.store %f, %m[%x, %y] : memref<10x10xf32> }
  return
}
// -----
func.func @f() {
  affine.parallel (%a) = (0) to (10) { }
  return
}
// -----
func.func @f() {
  affine.parallel (%a, %b) = (0, 1) to (10, 20) step (2, 3) { affine.yield }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  affine.parallel (%a, %b) = (%x, 0) to (%y + 5, symbol(%x)) { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  affine.parallel (%a) = (max(0, %x)) to (min(10, %y)) { }
  return
}
// -----
func.func @f(%x: index, %y: index) {
  affine.parallel (%a, %b) = (max(%x, %y), 0) to (min(%x + 1, 100), %y) step (4, 1) { }
  return
}
// -----
func.func @f(%f: f32) {
  %0 = affine.parallel (%a) = (0) to (10) reduce ("addf") -> f32 { affine.yield %f : f32 }
  return
}
// -----
func.func @f(%x: index, %f: f32, %i: i32) {
  %0:2 = affine.parallel (%a, %b) = (0, 0) to (10, %x) step (1, 2) reduce ("maximumf", "addi") -> (f32, i32) { affine.yield %f, %i : f32, i32 }
  return
}
// -----
func.func @f(%f: f32) {
  %0 = affine.parallel (%a) = (0) to (10) reduce ("foo") -> f32 { affine.yield %f : f32 }
  return
}
// -----
func.func @f(%f: f32) {
  %0 = affine.parallel (%a) = (0) to (10) reduce ("addf", "addf") -> f32 { affine.yield %f : f32 }
  return
}
// -----
func.func @f(%i: i32) {
  %0 = affine.parallel (%a) = (0) to (10) reduce ("addf") -> f32 { affine.yield %i : i32 }
  return
}
// -----
func.func @f(%f: f32) {
  %0 = affine.parallel (%a) = (0) to (10) reduce ("addi") -> f32 { affine.yield %f : f32 }
  return
}
// -----
func.func @f() {
  affine.parallel (%a) = (0) to (10, 20) { }
  return
}
// -----
func.func @f() {
  affine.parallel (%a) = (0) to (10) step (1, 2) { }
  return
}
// -----
func.func @f() {
  affine.parallel (%a, %b) = (0, 0) to (10, %a) { }
  return
}
// -----
func.func @f() {
  affine.parallel (%a) = (0) to (10) { } {a = 1}
  return
}
// -----
func.func @f() {
  affine.parallel () = () to () { }
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%x)
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %0 = affine.apply affine_map<(d0, d1)[s0] -> (d0 mod 4 + d1 floordiv 2 - s0 ceildiv 3)>(%x, %y)[%x]
  return
}
// -----
func.func @f() {
  %0 = affine.apply affine_map<() -> (42)>()
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.apply affine_map<()[s0] -> (s0)>()[%x] {a}
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.apply affine_map<(d0) -> (d0, d0)>(%x)
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %0 = affine.apply affine_map<(d0) -> (d0)>(%x, %y)
  return
}
// -----
func.func @f(%f: f32) {
  %0 = affine.apply affine_map<(d0) -> (d0)>(%f)
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0)>(%x)
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.apply affine_set<(d0) : (d0 >= 0)>(%x)
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %0 = affine.min affine_map<(d0)[s0] -> (d0, s0, 10)>(%x)[%y]
  %1 = affine.max affine_map<(d0) -> (d0, d0 + 1)>(%x) {a = 1}
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.min affine_map<(d0) -> ()>(%x)
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.min affine_map<(d0, d1) -> (d0)>(%x)
  return
}
// -----
func.func @f() {
  %0 = affine.max affine_map<() -> (1, 2)>()
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index) {
  %0 = affine.load %m[%x, %y] : memref<10x10xf32>
  %1 = affine.load %m[%x + 3, %y * 2] {a} : memref<10x10xf32>
  %2 = affine.load %m[0, symbol(%x) + 1] : memref<10x10xf32>
  %3 = affine.load %m[%x floordiv 2, %y mod 4] : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index, %f: f32) {
  affine.store %f, %m[%x - 1, -%y + 9] : memref<10x10xf32>
  affine.store %f, %m[symbol(%x), symbol(%y)] {a = 1} : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index) {
  %0 = affine.load %m[%x] : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index) {
  %0 = affine.load %m[%x, %y, %x] : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index) {
  %0 = affine.load %m[%x * %y, 0] : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %f: f32) {
  %0 = affine.load %m[%f, %x] : memref<10x10xf32>
  return
}
// -----
func.func @f(%x: index, %t: tensor<4xf32>) {
  %0 = affine.load %t[%x] : tensor<4xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index, %i: i32) {
  affine.store %i, %m[%x, %y] : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %f: f32) {
  affine.store %f, %m[%x] : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index) {
  %0 = arith.muli %x, %y : index
  %1 = affine.load %m[%0, %x] : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index) {
  affine.for %a = 0 to 4 { %0 = arith.muli %a, %y : index
  %1 = affine.load %m[%0, %x] : memref<10x10xf32> }
  return
}
// -----
func.func @f(%m: memref<10x10xf32>) {
  affine.for %a = 0 to 4 { %0 = affine.load %m[%a, symbol(%a)] : memref<10x10xf32> }
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index) {
  scf.for %a = %x to %y step %x { %0 = affine.load %m[%a, %x] : memref<10x10xf32> }
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %d: memref<?xf32>) {
  affine.for %a = 0 to 4 { %0 = memref.dim %d, %x : memref<?xf32>
  %1 = affine.load %m[%0, %x] : memref<10x10xf32> }
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index) {
  affine.prefetch %m[%x, %y + 5], read, locality<3>, data : memref<10x10xf32>
  affine.prefetch %m[%x, %y], write, locality<0>, instr : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index) {
  affine.prefetch %m[%x], read, locality<3>, data : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index) {
  affine.prefetch %m[%x, %y], read, locality<5>, data : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index) {
  affine.prefetch %m[%x, %y], foo, locality<3>, data : memref<10x10xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index, %d: memref<?xf32>) {
  %0 = affine.vector_load %d[%x] : memref<?xf32>, vector<8xf32>
  affine.vector_store %0, %d[%x + 4] : memref<?xf32>, vector<8xf32>
  %1 = affine.vector_load %m[%x, %y] : memref<10x10xf32>, vector<2x8xf32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index) {
  %0 = affine.vector_load %m[%x, %y] : memref<10x10xf32>, vector<8xf64>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index) {
  %0 = affine.vector_load %m[%x] : memref<10x10xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%x: index, %y: index, %v: vector<8xf32>, %mv: memref<4x4xvector<4xf32>>) {
  affine.vector_store %v, %mv[%x, %y] : memref<4x4xvector<4xf32>>, vector<8xf32>
  return
}
// -----
func.func @f(%x: index) {
  %0:2 = affine.delinearize_index %x into (4, 8) : index, index
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %0:3 = affine.delinearize_index %x into (4, 8, %y) : index, index, index
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %0:3 = affine.delinearize_index %x into (8, %y) : index, index, index
  return
}
// -----
func.func @f(%x: index) {
  %0:2 = affine.delinearize_index %x into (4, 8, 2) : index, index
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.delinearize_index %x into () : index
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.delinearize_index %x into (4) : index
  return
}
// -----
func.func @f(%x: index) {
  %0:2 = affine.delinearize_index %x into (0, 8) : index, index
  return
}
// -----
func.func @f(%x: index) {
  %0:2 = affine.delinearize_index %x into (-4, 8) : index, index
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %0 = affine.linearize_index [%x, %y] by (4, 8) : index
  %1 = affine.linearize_index disjoint [%x, %y] by (4, %x) : index
  %2 = affine.linearize_index [%x, %y] by (8) : index
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %0 = affine.linearize_index [%x, %y] by (4, 8, 2) : index
  return
}
// -----
func.func @f(%x: index) {
  %0 = affine.linearize_index [%x] by (4, 8) : index
  return
}
// -----
func.func @f() {
  %0 = affine.linearize_index [] by () : index
  return
}
// -----
func.func @f(%x: index, %y: index) {
  %0 = affine.linearize_index [%x, %y] by (4, -8) : index
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index, %tag: memref<1xi32>, %ms: memref<256xf32, 2>) {
  affine.dma_start %m[%x, %y], %ms[%x], %tag[%x], %x : memref<10x10xf32>, memref<256xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index, %tag: memref<1xi32>, %ms: memref<256xf32, 2>) {
  affine.dma_start %m[%x + 1, %y], %ms[0], %tag[0], %x, %x, %y : memref<10x10xf32>, memref<256xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%x: index, %tag: memref<1xi32>) {
  affine.dma_wait %tag[0], %x : memref<1xi32>
  return
}
// -----
func.func @f(%x: index, %y: index, %tag: memref<1xi32>) {
  affine.dma_wait %tag[%x + symbol(%y)], %x : memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %tag: memref<1xi32>, %ms: memref<256xf32, 2>) {
  affine.dma_start %m[%x], %ms[%x], %tag[%x], %x : memref<10x10xf32>, memref<256xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index, %tag: memref<1xi32>, %ms: memref<256xf32, 2>) {
  affine.dma_start %m[%x, %y], %ms[%x], %tag[%x], %x, %x : memref<10x10xf32>, memref<256xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<10x10xf32>, %x: index, %y: index, %f: f32, %tag: memref<1xi32>, %ms: memref<256xf32, 2>) {
  affine.dma_start %m[%x, %y], %ms[%x], %tag[%x], %f : memref<10x10xf32>, memref<256xf32, 2>, memref<1xi32>
  return
}
// -----
func.func @f(%x: index, %tag: memref<1xi32>) {
  affine.dma_wait %tag[0, 1], %x : memref<1xi32>
  return
}
// -----
func.func @f() {
  affine.yield
  return
}
// -----
func.func @f(%f: f32) {
  affine.yield %f : f32
  return
}
