func.func @m(%m: memref<?x?xf32, strided<[?, 1], offset: ?>>, %i: index) {
  %0 = memref.subview %m[%i, 0] [4, %i] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %1 = memref.subview %m[0, %i] [1, 4] [1, 2] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<4xf32, strided<[2], offset: ?>>
  %2 = memref.cast %m : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<*xf32>
  %3 = memref.transpose %m (i, j) -> (j, i) : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[1, ?], offset: ?>>
  return
}
// -----
func.func @a(%n: index, %s: index) {
  %0 = memref.alloc(%n)[%s] {alignment = 64 : i64} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %1 = memref.alloca() : memref<2xf32, #gpu.address_space<workgroup>>
  %2 = memref.alloc() : memref<[4]xf32>
  return
}
// -----
memref.global "private" constant @c : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64 : i64}
memref.global @u : memref<2xf32> = uninitialized
memref.global "nested" @e : memref<4x?xf32>
// -----
memref.global "private" @e : memref<2x3xi8, 1>
memref.global constant @z : memref<0xf32> = dense<>
memref.global constant @sc : memref<f32> = dense<1.0>
// -----
func.func @realloc(%m: memref<?xf32>, %n: index) {
  %0 = memref.realloc %m : memref<?xf32> to memref<4xf32>
  %1 = memref.realloc %m(%n) {alignment = 8} : memref<?xf32> to memref<?xf32>
  memref.prefetch %m[%n], read, locality<3>, data : memref<?xf32>
  memref.prefetch %m[%n], write, locality<0>, instr : memref<?xf32>
  %2 = memref.assume_alignment %m, 16 : memref<?xf32>
  %3 = memref.load %m[%n] {nontemporal = true} : memref<?xf32>
  memref.store %3, %m[%n] {nontemporal = true, alignment = 4 : i64} : memref<?xf32>
  %4 = memref.load %m[%n] {nontemporal = false} : memref<?xf32>
  return
}
// -----
func.func @scope(%n: index) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %c = arith.constant 1.0 : f32
    memref.alloca_scope.return %c : f32
  }
  memref.alloca_scope { memref.alloca_scope.return }
  return %0 : f32
}
// -----
func.func @rc(%m: memref<*xf32>, %i: index, %s: memref<2xi32>) {
  %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [%i, 4], strides: [4, %i] : memref<*xf32> to memref<?x4xf32, strided<[4, ?], offset: ?>>
  %1 = memref.reshape %m(%s) : (memref<*xf32>, memref<2xi32>) -> memref<?x?xf32>
  %b, %o, %sz:2, %st:2 = memref.extract_strided_metadata %1 : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  %p = memref.extract_aligned_pointer_as_index %m : memref<*xf32> -> index
  return
}
// -----
func.func @tr(%m: memref<?x?x?xf32>, %i: index, %p: f32, %k: vector<4x5xi1>, %t: tensor<?x?xf32>) {
  %0 = vector.transfer_read %m[%i, %i, %i], %p {permutation_map = affine_map<(d0, d1, d2) -> (d1, 0)>} : memref<?x?x?xf32>, vector<4x5xf32>
  %1 = vector.transfer_read %m[%i, %i, %i], %p, %k {in_bounds = [true, false]} : memref<?x?x?xf32>, vector<4x5xf32>
  %2 = vector.transfer_read %m[%i, %i, %i], %p : memref<?x?x?xf32>, vector<f32>
  %3 = vector.transfer_read %t[%i, %i], %p {in_bounds = [true, true]} : tensor<?x?xf32>, vector<[4]x5xf32>
  vector.transfer_write %0, %m[%i, %i, %i] {permutation_map = affine_map<(d0, d1, d2) -> (d2, d0)>} : vector<4x5xf32>, memref<?x?x?xf32>
  return
}
// -----
func.func @sh(%a: vector<2x4xf32>, %b: vector<3x4xf32>, %z: vector<f32>, %s: vector<[4]xi32>) {
  %0 = vector.shuffle %a, %b [0, 1, 4, -1] : vector<2x4xf32>, vector<3x4xf32>
  %1 = vector.shuffle %z, %z [0, 1] : vector<f32>, vector<f32>
  %2 = vector.interleave %s, %s : vector<[4]xi32> -> vector<[8]xi32>
  %3, %4 = vector.deinterleave %s : vector<[4]xi32> -> vector<[2]xi32>
  %5 = vector.transpose %a, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %6 = vector.shape_cast %s : vector<[4]xi32> to vector<1x[4]x1xi32>
  %7:8 = vector.to_elements %a : vector<2x4xf32>
  vector.print %z : vector<f32>
  vector.print punctuation <comma>
  vector.print punctuation <no_punctuation>
  vector.print str "hi"
  %8 = vector.step : vector<[4]xindex>
  %9 = vector.extract_strided_slice %a {offsets = [0], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
  %10 = vector.constant_mask [3] : vector<[4]xi1>
  return
}
// -----
func.func @lin(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul {foo} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = linalg.map { arith.addf } ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>)
  %4 = linalg.transpose ins(%a : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) permutation = [1, 0]
  %5 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"], doc = "d", library_call = "l"} outs(%c : tensor<?x?xf32>) attrs = {x = 1} {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    linalg.yield %o : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
#set = affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 >= 0, d0 mod 2 == 0)>
func.func @aff(%n: index, %m: memref<?xf32>) {
  affine.for %i = max affine_map<(d0) -> (d0, 3)>(%n) to min affine_map<(d0)[s0] -> (d0, s0 + 1)>(%n)[%n] step 2 {
    affine.if #set(%i)[%n] { } else { affine.yield }
    %v = affine.load %m[%i + symbol(%n) floordiv 3] : memref<?xf32>
    affine.store %v, %m[%i mod 4] {x} : memref<?xf32>
    affine.prefetch %m[%i], read, locality<3>, data : memref<?xf32>
  }
  affine.parallel (%i, %j) = (0, max(%n, 3)) to (min(%n, 10), 100) step (2, 1) { }
  %a = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv 3 - s0)>(%n)[%n]
  %b = affine.min affine_map<()[s0] -> (s0, 4)>()[%n]
  %q:3 = affine.delinearize_index %n into (%n, 3, 4) : index, index, index
  %l = affine.linearize_index disjoint [%n, %a] by (%n, 4) : index
  return
}
// -----
func.func private @d(tensor<2xf32> {llvm.noalias}, i32) -> (i32 {foo.bar = 1 : i32}, f32) attributes {a.b}
func.func @g() -> (f32) attributes {llvm.emit_c_interface} { %c = arith.constant 0x7FC00000 : f32
 return %c : f32 }
// -----
func.func @k() {
  %0 = arith.constant dense<"0x0102"> : tensor<2xi8>
  %1 = arith.constant sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
  %2 = arith.constant dense_resource<blob> : tensor<2xf32>
  %3 = arith.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %4 = arith.constant dense<[true, false]> : vector<2xi1>
  %5 = arith.constant 1.0e-400 : f64
  %6 = arith.constant -0.0 : bf16
  %7 = arith.constant 0xFF : i8
  %8 = complex.constant [1.0 : f32, -1.0 : f32] : complex<f32>
  return
}
{-# dialect_resources: { builtin: { blob: "0x040000000000803F00000040" } } #-}
// -----
func.func @types(%a: tuple<i32, tuple<>>, %b: none, %c: !async.token, %d: (i32) -> (), %e: f8E4M3FN, %f: tensor<2xf8E5M2>, %g: tf32, %h: si4, %i: memref<2xcomplex<f64>, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>, %j: f4E2M1FN) {
  return
}
// -----
func.func @mth(%a: f32, %i: i32, %v: vector<[4]xf64>, %t: tensor<?xf16>) {
  %0 = math.fpowi %a, %i fastmath<fast> : f32, i32
  %1 = math.exp %v fastmath<nnan,ninf> : vector<[4]xf64>
  %2 = math.ctlz %i : i32
  %3, %4 = math.sincos %t : tensor<?xf16>
  %5 = arith.truncf %a to_nearest_away : f32 to f16
  %6 = arith.select %5, %5, %5 : f16
  return
}
// -----
func.func @cf(%f: i32, %c: i1) {
  cf.switch %f : i32, [
    default: ^bb1(%f : i32),
    42: ^bb1(%f : i32),
    -1: ^bb2
  ]
^bb1(%x: i32):
  cf.cond_br %c weights([1, 2]), ^bb2, ^bb1(%x : i32)
^bb2:
  cf.assert %c, "x \22 y"
  cf.br ^bb3
^bb3:
  ub.unreachable
}
// -----
func.func @all_set() {
  %0 = vector.constant_mask [4] : vector<[4]xi1>
  %1 = vector.constant_mask [0] : vector<[4]xi1>
  %2 = vector.constant_mask [2, 8] : vector<3x[8]xi1>
  return
}
