func.func private @f(tensor<*xf32>, tensor<0xf32>, tensor<1x?x0xi1>, vector<1xindex>)
// -----
func.func private @f(vector<0xf32>)
// -----
func.func private @f(vector<?xf32>)
// -----
func.func private @f(vector<f32>)
// -----
func.func private @f(vector<2x[4]x[8]xf32>)
// -----
func.func private @f(vector<[4]xvector<4xf32>>)
// -----
func.func private @f(tensor<4xvector<4xf32>>)
// -----
func.func private @f(tensor<4xtensor<4xf32>>)
// -----
func.func private @f(tensor<4xmemref<4xf32>>)
// -----
func.func private @f(memref<4xtensor<4xf32>>)
// -----
func.func private @f(memref<4xmemref<?xf32>>)
// -----
func.func private @f(memref<4x() -> ()>)
// -----
func.func private @f(tensor<4x() -> ()>)
// -----
func.func private @f(tensor<4xnone>)
// -----
func.func private @f(tensor<4xtuple<>>)
// -----
func.func private @f(tensor<4x!async.token>)
// -----
func.func private @f(tensor<4x!llvm.ptr>)
// -----
func.func private @f(memref<4x!async.token>)
// -----
func.func private @f(memref<4x!llvm.ptr>)
// -----
func.func private @f(vector<4x!llvm.ptr>)
// -----
func.func private @f(complex<i1>, complex<index>)
// -----
func.func private @f(complex<f32>, complex<bf16>, complex<si32>)
// -----
func.func private @f(complex<complex<f32>>)
// -----
func.func private @f(complex<vector<4xf32>>)
// -----
func.func private @f(complex f32)
// -----
func.func private @f(tuple<>, tuple<i32, tuple<f32, tensor<4xf32>>>)
// -----
func.func private @f(tuple<i32 f32>)
// -----
func.func private @f(i0, i1, i16777215)
// -----
func.func private @f(i16777216)
// -----
func.func private @f(si0, ui1, si16777215)
// -----
func.func private @f(i01)
// -----
func.func private @f(i99999999999999999999)
// -----
func.func private @f(u32)
// -----
func.func private @f(bf16, f16, tf32, f32, f64, f80, f128)
// -----
func.func private @f(f4E2M1FN, f6E2M3FN, f6E3M2FN, f8E3M4, f8E4M3, f8E4M3B11FNUZ, f8E4M3FN, f8E4M3FNUZ, f8E5M2, f8E5M2FNUZ, f8E8M0FNU)
// -----
func.func private @f(f31)
// -----
func.func private @f(float)
// -----
func.func private @f(!foo)
// -----
func.func private @f(!foo.bar)
// -----
func.func private @f(!async.token, !async.group, !async.value<f32>, !async.coro.id, !async.coro.handle, !async.coro.state)
// -----
func.func private @f(!async.foo)
// -----
func.func private @f(!async.value<!async.value<f32>>)
// -----
func.func private @f(!async.value<>)
// -----
func.func private @f(!llvm.ptr<3>, !llvm.struct<(i32, f32)>, !llvm.array<4 x f32>)
// -----
func.func private @f(() -> (), (i32) -> i32, (i32, f32) -> (i32, f32), () -> (() -> ()))
// -----
func.func private @f((i32) -> (i32) -> i32)
// -----
func.func private @f(() -> i32) -> (() -> i32)
// -----
func.func private @f() -> () -> i32
// -----
func.func private @f(tensor<4 x f32>)
// -----
func.func private @f(tensor<4x f32>)
// -----
func.func private @f(tensor<4xf32 >)
// -----
func.func private @f(tensor<0x4xf32>)
// -----
func.func private @f(tensor<4x0x?xf32>)
// -----
func.func private @f(tensor<4x-1xf32>)
// -----
func.func private @f(tensor<9223372036854775807xf32>)
// -----
func.func private @f(tensor<9223372036854775808xf32>)
// -----
func.func private @f(tensor<4x?*xf32>)
// -----
func.func private @f(tensor<*x4xf32>)
// -----
func.func private @f(tensor<* xf32>)
// -----
func.func private @f(tensor<4>)
// -----
func.func private @f(tensor<4x>)
// -----
func.func private @f(tensor<xf32>)
// -----
func.func private @f(tensor<f32>, tensor<f32, "enc">, tensor<4xf32, 1 : i8>, tensor<4xf32, {a = 1}>)
// -----
func.func private @f(tensor<*xf32, "enc">)
// -----
func.func private @f(tensor<4xf32, affine_map<(d0) -> (d0)>>)
// -----
func.func private @f(tensor<4xf32, strided<[1]>>)
// -----
func.func private @f(tensor<4xf32, "a", "b">)
// -----
func.func private @f(memref<4xf32, affine_map<(d0) -> (d0)>>, memref<4x4xf32, affine_map<(d0, d1) -> (d0, d1)>>)
// -----
func.func private @f(memref<*xf32>, memref<*xf32, 2>, memref<*xf32, "x">)
// -----
func.func private @f(memref<*xf32, affine_map<(d0) -> (d0)>>)
// -----
func.func private @f(memref<4xf32, 0>, memref<4xf32, 0 : i32>, memref<4xf32, 3 : i64>, memref<4xf32, -1>)
// -----
func.func private @f(memref<4xf32, 1.0>)
// -----
func.func private @f(memref<4xf32, true>)
// -----
func.func private @f(memref<4xf32, unit>)
// -----
func.func private @f(memref<4xf32, i32>)
// -----
func.func private @f(memref<4xf32, [1]>)
// -----
func.func private @f(memref<4xf32, {a = 1}>)
// -----
func.func private @f(memref<4xf32, @x>)
// -----
func.func private @f(memref<4xf32, #gpu.address_space<workgroup>>)
// -----
func.func private @f(memref<4xf32, #foo.bar>)
// -----
func.func private @f(memref<4xf32, dense<1> : tensor<1xi32>>)
// -----
func.func private @f(memref<4x4xf32, strided<[4, 1]>>, memref<4x4xf32, strided<[?, ?], offset: ?>>, memref<4x4xf32, strided<[-4, 1], offset: -3>>)
// -----
func.func private @f(memref<4x4xf32, strided<[4]>>)
// -----
func.func private @f(memref<4x4xf32, strided<[4, 1], offset: 0>>)
// -----
func.func private @f(memref<4x4xf32, strided<[4, 1], 5>>)
// -----
func.func private @f(memref<4x4xf32, strided<[4, 1], off: 5>>)
// -----
func.func private @f(memref<4x4xf32, strided<[0, 1]>>)
// -----
func.func private @f(memref<f32, strided<[]>>, memref<f32, strided<[], offset: 4>>)
// -----
func.func private @f(memref<4x4xf32, strided<4, 1>>)
// -----
func.func private @f(memref<4xf32, offset: 0, strides: [1]>)
// -----
func.func private @f(memref<4x?xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>>)
// -----
func.func private @f(memref<4x?xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1 mod 4, d0 ceildiv 3)>>)
// -----
module attributes {a.b = affine_map<(d0, d1)[s0, s1] -> (d0 + s0, d1 * 2 - s1, (d0 + d1) floordiv 3, d0 mod 5, d0 ceildiv 7)>} {}
// -----
module attributes {a.b = affine_map<() -> ()>, a.c = affine_map<(d0) -> ()>, a.d = affine_map<()[s0] -> (s0)>} {}
// -----
module attributes {a.b = affine_map<(i, j) -> (i * j)>} {}
// -----
module attributes {a.b = affine_map<(i, j)[n] -> (i * n, j * (n + 1))>} {}
// -----
module attributes {a.b = affine_map<(i, i) -> (i)>} {}
// -----
module attributes {a.b = affine_map<(i)[i] -> (i)>} {}
// -----
module attributes {a.b = affine_map<(i) -> (j)>} {}
// -----
module attributes {a.b = affine_map<(i) -> i>} {}
// -----
module attributes {a.b = affine_map<(i) -> (i +)>} {}
// -----
module attributes {a.b = affine_map<(i) -> (i i)>} {}
// -----
module attributes {a.b = affine_map<(i) -> (i floordiv i)>} {}
// -----
module attributes {a.b = affine_map<(i)[n] -> (i floordiv n, i mod n, i ceildiv n)>} {}
// -----
module attributes {a.b = affine_map<(i) -> (i floordiv 0)>} {}
// -----
module attributes {a.b = affine_map<(i) -> (i mod 0)>} {}
// -----
module attributes {a.b = affine_map<(i) -> (i floordiv -2, i ceildiv -2)>} {}
// -----
module attributes {a.b = affine_map<(i) -> (i mod -2)>} {}
// -----
module attributes {a.b = affine_map<(i) -> (-i, --i, -(-i), 3 - i, i - i)>} {}
// -----
module attributes {a.b = affine_map<(i, j) -> (i + j - i, i * 2 + i, (i * 4) floordiv 2, (i * 4 + j) mod 4)>} {}
// -----
module attributes {a.b = affine_map<(d0, d1) -> ((d0 * 8 + d1) floordiv 8, (d0 * 8 + d1) mod 8, (d0 floordiv 4) floordiv 2)>} {}
// -----
module attributes {a.b = affine_map<(d0, d1) -> (d0 * 0, 0 * d1, d0 * 1, 5 + 3 * 2, 7 floordiv 2, -7 floordiv 2, -7 mod 4, 7 ceildiv 2)>} {}
// -----
module attributes {a.b = affine_map<(d0, d1, d2) -> (d2 + d1 + d0 + 1 + 2, 3 + d0 + d1 + 4, (d0 + 1) * 2)>} {}
// -----
module attributes {a.b = affine_map<(d0) -> (d0 + 9223372036854775807)>} {}
// -----
module attributes {a.b = affine_map<(d0) -> (d0 + 9223372036854775808)>} {}
// -----
module attributes {a.b = affine_map<(d0) -> (d0 * -9223372036854775807)>} {}
// -----
module attributes {a.b = affine_map<(d0)[] -> (d0)>} {}
// -----
module attributes {a.b = affine_map<[s0] -> (s0)>} {}
// -----
module attributes {a.b = affine_map<(d0) -> (d0), (d0)>} {}
// -----
module attributes {a.b = affine_map<(d0 floordiv 2) -> (d0)>} {}
// -----
module attributes {a.b = affine_map<(mod) -> (mod)>} {}
// -----
module attributes {a.b = affine_map<(floordiv, d1) -> (d1)>} {}
// -----
module attributes {a.b = affine_set<(d0, d1)[s0] : (d0 >= 0, d1 - s0 == 0, -d0 + 10 >= 0)>} {}
// -----
module attributes {a.b = affine_set<(d0) : (d0 <= 4, 3 >= d0, d0 == 2)>} {}
// -----
module attributes {a.b = affine_set<(d0) : (d0 > 4)>} {}
// -----
module attributes {a.b = affine_set<(d0) : (d0 < 4)>} {}
// -----
module attributes {a.b = affine_set<(d0) : (d0 != 4)>} {}
// -----
module attributes {a.b = affine_set<(d0) : ()>} {}
// -----
module attributes {a.b = affine_set<() : (1 == 0)>} {}
// -----
module attributes {a.b = affine_set<() : (0 == 0)>} {}
// -----
module attributes {a.b = affine_set<(d0)[s0] : (d0 + s0 >= d0 - 1, d0 - s0 <= s0)>} {}
// -----
module attributes {a.b = affine_set<(d0, d1) : (d0 mod 2 == 0, d1 floordiv 4 >= 0, d0 * d1 == 0)>} {}
// -----
module attributes {a.b = affine_set<(d0) : d0 >= 0>} {}
// -----
module attributes {a.b = affine_set<(d0) -> (d0)>} {}
// -----
#map = affine_map<(d0) -> (d0 + 1)>
#map2 = #map
module attributes {a.b = #map2, a.c = [#map, #map2]} {}
// -----
#x = [1, 2]
#y = {a = #x, b = #x}
module attributes {a.b = #y} {}
// -----
#x = #y
#y = 1 : i32
module attributes {a.b = #x} {}
// -----
#x = 1 : i32
#x = 2 : i32
module {}
// -----
!t = tensor<4xf32>
!u = tuple<!t, !t>
func.func private @f(!u) -> !t
// -----
!t = i32
!t = f32
module {}
// -----
module attributes {a.b = #undefined} {}
// -----
#x 1 : i32
// -----
#x =
// -----
module attributes {a.b = unit, a.c, a.d = 1, a.e = -1, a.f = 1.0, a.g = true, a.h = false, a.i = "s", a.j = @s, a.k = @s::@t, a.l = i32, a.m = [], a.n = {}} {}
// -----
module attributes {a.b = 1 : i1} {}
// -----
module attributes {a.b = 2 : i1} {}
// -----
module attributes {a.b = -1 : i1} {}
// -----
module attributes {a.b = -2 : i1} {}
// -----
module attributes {a.b = 255 : i8, a.c = -128 : i8, a.d = 0xFF : i8} {}
// -----
module attributes {a.b = 256 : i8} {}
// -----
module attributes {a.b = -129 : i8} {}
// -----
module attributes {a.b = 255 : ui8, a.c = -128 : si8, a.d = 127 : si8} {}
// -----
module attributes {a.b = -1 : ui8} {}
// -----
module attributes {a.b = 128 : si8} {}
// -----
module attributes {a.b = 256 : ui8} {}
// -----
module attributes {a.b = 0 : i0} {}
// -----
module attributes {a.b = 1 : i0} {}
// -----
module attributes {a.b = 340282366920938463463374607431768211455 : i128, a.c = -170141183460469231731687303715884105728 : i128} {}
// -----
module attributes {a.b = 18446744073709551615, a.c = 9223372036854775807} {}
// -----
module attributes {a.b = 18446744073709551616} {}
// -----
module attributes {a.b = -9223372036854775808} {}
// -----
module attributes {a.b = -9223372036854775809} {}
// -----
module attributes {a.b = 1 : f32} {}
// -----
module attributes {a.b = 1 : index, a.c = -1 : index, a.d = 0xFF : index} {}
// -----
module attributes {a.b = 1 : tensor<4xi32>} {}
// -----
module attributes {a.b = true : i1, a.c = false : i1} {}
// -----
module attributes {a.b = true : i8} {}
// -----
module attributes {a.b = 1. : f32} {}
// -----
module attributes {a.b = 1.5e+10 : f16, a.c = 1.e2 : f64, a.d = 1.0E-5} {}
// -----
module attributes {a.b = 1e2 : f64} {}
// -----
module attributes {a.b = .5 : f64} {}
// -----
module attributes {a.b = 1.0 : i32} {}
// -----
module attributes {a.b = 0x7FC00000 : f32, a.c = 0x7F800000 : f32, a.d = 0xFF800000 : f32, a.e = 0x7FF0000000000000 : f64, a.f = 0x7E00 : f16, a.g = 0x7FC0 : bf16} {}
// -----
module attributes {a.b = 0x1FFFFFFFF : f32} {}
// -----
module attributes {a.b = -0x7FC00000 : f32} {}
// -----
module attributes {a.b = 0x0 : f32, a.c = 0x80000000 : f32, a.d = -0.0 : f32} {}
// -----
module attributes {a.b = 1.0e400 : f64, a.c = 1.0e40 : f32, a.d = 1.0e-50 : f32} {}
// -----
module attributes {a.b = 0.1 : f16, a.c = 0.1 : bf16, a.d = 0.1 : f32, a.e = 0.1 : f64, a.f = 0.1 : f8E5M2, a.g = 0.1 : f8E4M3FN, a.h = 3.3333333333333333 : f64} {}
// -----
module attributes {a.b = 123456789.0 : f32, a.c = 1.0e23 : f64, a.d = 5.0e-324 : f64, a.e = 1.7976931348623157e308 : f64} {}
// -----
module attributes {a.b = "a\tb\nc\\d\"e\00\FF\7F"} {}
// -----
module attributes {a.b = "\zz"} {}
// -----
module attributes {a.b = "abc} {}
// -----
module attributes {a.b = "é"} {}
// -----
module attributes {a.b = @"a b", a.c = @a::@"x y"::@c, a.d = @"a\22b"} {}
// -----
module attributes {a.b = @} {}
// -----
module attributes {a.b = @a::b} {}
// -----
module attributes {a.b = @a:@b} {}
// -----
module attributes {a.b = @a.b$c-d} {}
// -----
module attributes {a.b = @0} {}
// -----
module attributes {"a.b" = 1, "a.c d" = 2, "a.e"} {}
// -----
module attributes {"a b" = 1} {}
// -----
module attributes {a = 1} {}
// -----
module attributes {"" = 1} {}
// -----
module attributes {a.b = 1, a.b = 2} {}
// -----
module attributes {a.b = 1,} {}
// -----
module attributes {a.b 1} {}
// -----
module attributes {a.b = } {}
// -----
module attributes {1 = 2} {}
// -----
module attributes {i32 = 2} {}
// -----
module attributes {a.b = {i32 = 2, f32, "x y" = 1, true}} {}
// -----
module attributes {a.b = {a = 1, a = 2}} {}
// -----
module attributes {a.b = {a = {b = {c = [1, {d}]}}}} {}
// -----
module attributes {a.b = [1, 2.0, "x", i32, [true, unit], {a = 1}, @s]} {}
// -----
module attributes {a.b = [1, ]} {}
// -----
module attributes {a.b = [1 2]} {}
// -----
module attributes {a.b = dense<1> : tensor<4xi32>, a.c = dense<[1, 2]> : tensor<2xi64>, a.d = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, a.e = dense<> : tensor<0xi32>} {}
// -----
module attributes {a.b = dense<[]> : tensor<0xi32>} {}
// -----
module attributes {a.b = dense<[[], []]> : tensor<2x0xi32>} {}
// -----
module attributes {a.b = dense<1> : tensor<0xi32>} {}
// -----
module attributes {a.b = dense<[1, 2, 3]> : tensor<2xi32>} {}
// -----
module attributes {a.b = dense<[[1, 2], [3]]> : tensor<2x2xi32>} {}
// -----
module attributes {a.b = dense<[1, [2]]> : tensor<2xi32>} {}
// -----
module attributes {a.b = dense<1> : tensor<?xi32>} {}
// -----
module attributes {a.b = dense<1> : tensor<*xi32>} {}
// -----
module attributes {a.b = dense<1> : memref<4xi32>} {}
// -----
module attributes {a.b = dense<1> : i32} {}
// -----
module attributes {a.b = dense<1> : vector<4xi32>, a.c = dense<1.0> : vector<2x2xf32>, a.d = dense<true> : vector<4xi1>, a.e = dense<[true, false]> : tensor<2xi1>} {}
// -----
module attributes {a.b = dense<1> : tensor<4xf32>} {}
// -----
module attributes {a.b = dense<1.0> : tensor<4xi32>} {}
// -----
module attributes {a.b = dense<true> : tensor<4xi32>} {}
// -----
module attributes {a.b = dense<2> : tensor<4xi1>} {}
// -----
module attributes {a.b = dense<256> : tensor<4xi8>} {}
// -----
module attributes {a.b = dense<-1> : tensor<4xui8>} {}
// -----
module attributes {a.b = dense<[-1, 255]> : tensor<2xi8>} {}
// -----
module attributes {a.b = dense<"0x01020304"> : tensor<4xi8>, a.c = dense<"0x0102030405060708"> : tensor<2xi32>} {}
// -----
module attributes {a.b = dense<"0x010203"> : tensor<4xi8>} {}
// -----
module attributes {a.b = dense<"0xZZ"> : tensor<1xi8>} {}
// -----
module attributes {a.b = dense<"0x01"> : tensor<4xi8>} {}
// -----
module attributes {a.b = dense<"01"> : tensor<1xi8>} {}
// -----
module attributes {a.b = dense<"0xFF"> : tensor<8xi1>, a.c = dense<"0x01"> : tensor<4xi1>} {}
// -----
module attributes {a.b = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>, a.c = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i32>>} {}
// -----
module attributes {a.b = dense<1.0> : tensor<2xcomplex<f32>>} {}
// -----
module attributes {a.b = dense<(1.0, 2)> : tensor<2xcomplex<f32>>} {}
// -----
module attributes {a.b = dense<(1.0)> : tensor<2xcomplex<f32>>} {}
// -----
module attributes {a.b = dense<[0x7FC00000, 0xFF800000]> : tensor<2xf32>, a.c = dense<0x7FF8000000000000> : tensor<f64>} {}
// -----
module attributes {a.b = dense<0x1FFFFFFFFF> : tensor<2xf32>} {}
// -----
module attributes {a.b = dense<"a"> : tensor<2x!foo.s>} {}
// -----
module attributes {a.b = dense<1> : tensor<2xindex>, a.c = dense<-1> : tensor<2xindex>} {}
// -----
module attributes {a.b = dense<1> tensor<2xindex>} {}
// -----
module attributes {a.b = dense 1 : tensor<2xindex>} {}
// -----
module attributes {a.b = dense<1 : tensor<2xindex>} {}
// -----
module attributes {a.b = dense<i32> : tensor<2xindex>} {}
// -----
module attributes {a.b = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, a.c = sparse<0, -2.0> : tensor<1xf32>, a.d = sparse<[], []> : tensor<4xf32>, a.e = sparse<[[1]], 3> : vector<4xi32>} {}
// -----
module attributes {a.b = sparse<[[0, 0], [1, 2]], 1> : tensor<3x4xi32>} {}
// -----
module attributes {a.b = sparse<[[0, 0], [1, 4]], [1, 5]> : tensor<3x4xi32>} {}
// -----
module attributes {a.b = sparse<[0, 1], [1, 5]> : tensor<3x4xi32>} {}
// -----
module attributes {a.b = sparse<[[0, 0]], [1, 5]> : tensor<3x4xi32>} {}
// -----
module attributes {a.b = sparse<[[0, -1]], [1]> : tensor<3x4xi32>} {}
// -----
module attributes {a.b = sparse<[[0, 0]], [1]> : tensor<3x?xi32>} {}
// -----
module attributes {a.b = dense_resource<r> : tensor<2xi32>} {}
{-# dialect_resources: { builtin: { r: "0x040000000100000002000000" } } #-}
// -----
module attributes {a.b = dense_resource<r> : tensor<2xi32>} {}
// -----
module attributes {a.b = dense_resource<"r s"> : tensor<2xi32>} {}
{-# dialect_resources: { builtin: { "r s": "0x040000000100000002000000" } } #-}
// -----
module attributes {a.b = dense_resource<r> : i32} {}
// -----
module {}
{-# dialect_resources: { builtin: { r: "0x0400000001000000" } } #-}
// -----
module {}
{-# dialect_resources: { foo: { r: "0x0400000001000000" } } #-}
// -----
module {}
{-# foo: { } #-}
// -----
module {}
{-# external_resources: { t: { a: "x", b: true, c: "0x0400000001" } } #-}
// -----
module {}
{-# #-}
// -----
module {}
{-# dialect_resources: { builtin: { r: "0x04" } } #-}
// -----
module {}
{-# dialect_resources: { builtin: { r: 1 } } #-}
// -----
module attributes {a.b = distinct[0]<1 : i32>, a.c = distinct[0]<1 : i32>, a.d = distinct[1]<1 : i32>, a.e = distinct[2]<>} {}
// -----
module attributes {a.b = distinct[0]<1 : i32>, a.c = distinct[0]<2 : i32>} {}
// -----
module attributes {a.b = distinct[-1]<1 : i32>} {}
// -----
module attributes {a.b = distinct<1 : i32>} {}
// -----
module attributes {a.b = loc(unknown), a.c = loc("x"), a.d = loc("f":1:2), a.e = loc(callsite("x" at "y")), a.f = loc(fused["x", "y"]), a.g = loc(fused<"m">["x"]), a.h = loc("n"("f":3:4))} {}
// -----
module attributes {a.b = loc(foo)} {}
// -----
module attributes {a.b = loc("f":1:)} {}
// -----
module attributes {a.b = loc("f":-1:2)} {}
// -----
module attributes {a.b = loc(callsite("x" "y"))} {}
// -----
module attributes {a.b = loc(callsite("x" at))} {}
// -----
module attributes {a.b = loc(fused["x"],)} {}
// -----
module attributes {a.b = loc(fused[])} {}
// -----
module attributes {a.b = loc(fused<1>["x", "x"])} {}
// -----
module attributes {a.b = loc(fused["x", unknown])} {}
// -----
module attributes {a.b = loc(1)} {}
// -----
module attributes {a.b = loc()} {}
// -----
module attributes {a.b = loc("x"("y"("z")))} {}
// -----
module attributes {a.b = loc("x"(unknown))} {}
// -----
func.func @f() { return loc("x") } loc("y")
// -----
func.func @f(%a: i32 loc("a"), %b: i32) { ^bb0(%c: i32): return }
// -----
func.func @f(%a: i32 loc("a"), %b: i32 loc(unknown)) { return }
// -----
func.func @f() { cf.br ^bb1
^bb1: return loc(#l) }
#l = loc("late")
// -----
func.func @f() { return } loc(#undefined)
// -----
func.func @f() { return } loc(#x)
#x = 1 : i32
// -----
func.func @f() { %0 = arith.constant 1 : i32 return %0 : i32 }
// -----
func.func @f() -> i32 { return }
// -----
func.func @f() -> i32 { %0 = arith.constant 1 : i32 return %0 : i64 }
// -----
func.func @f() { %0:2 = arith.constant 1 : i32 return }
// -----
func.func @f() { %0, %1 = arith.constant 1 : i32 return }
// -----
func.func @f() { %x = func.return }
// -----
func.func @f() { arith.constant 1 : i32 return }
// -----
func.func @f() { %0 = "arith.constant"() {value = 1 : i32} : () -> i32 return }
// -----
func.func @f() { %0 = "arith.constant"() : () -> i32 return }
// -----
func.func @f() { %0 = "arith.addi"(%0, %0) : (i32, i32) -> i32 return }
// -----
func.func @f() { %1 = arith.addi %0, %0 : i32
%0 = arith.constant 1 : i32
return }
// -----
func.func @f(%c: i1) { cf.cond_br %c, ^bb1, ^bb2
^bb1: %0 = arith.constant 1 : i32
cf.br ^bb2
^bb2: %1 = arith.addi %0, %0 : i32
return }
// -----
func.func @f(%c: i1) { cf.br ^bb1
^bb1: cf.br ^bb2
^bb2: cf.br ^bb1 }
// -----
func.func @f(%c: i1) { cf.br ^bb0
^bb0: return }
// -----
func.func @f(%c: i1) { ^entry: cf.br ^entry }
// -----
func.func @f(%c: i1) { ^entry(%d: i1): return }
// -----
func.func @f(%c: i1) { cf.br ^bb1 }
// -----
func.func @f(%c: i1) { cf.br ^bb1(%c : i1)
^bb1: return }
// -----
func.func @f(%c: i1) { cf.br ^bb1(%c : i1)
^bb1(%a: i32): return }
// -----
func.func @f(%c: i1) { cf.br ^bb1(%c : i1)
^bb1(%a: i1): cf.br ^bb1(%a : i1) }
// -----
func.func @f(%c: i1) { cf.br ^bb1
^bb1: return
^bb1: return }
// -----
func.func @f(%c: i1) { return
return }
// -----
func.func @f(%c: i1) { return
^bb1: return }
// -----
func.func @f(%c: i1) { ^bb1:
}
// -----
func.func @f(%c: i1) { }
// -----
func.func @f(%c: i1) { return
^bb1: }
// -----
func.func @f(%c: i1, %c: i1) { return }
// -----
func.func @f(%c: i1, i1) { return }
// -----
func.func @f(i1) { return }
// -----
func.func private @f(%c: i1)
// -----
func.func private @f(%c: i1, i1)
// -----
func.func private @f(i1 {a.b}, i32 {a.b = 1}) -> (i32 {a.c}, f32)
// -----
func.func private @f(i1) -> i32 {a.c}
// -----
func.func private @f(i1) -> (i32 {a})
// -----
func.func private @f(i1 {a})
// -----
func.func private @f(i1, ...)
// -----
func.func private @f(...)
// -----
func.func @f()
// -----
func.func nested @f()
// -----
func.func public @f()
// -----
func.func foo @f()
// -----
func.func @f() attributes {a.b} { return }
// -----
func.func @f() attributes {a} { return }
// -----
func.func @f() attributes {sym_name = "g"} { return }
// -----
func.func @f() attributes {function_type = () -> ()} { return }
// -----
func.func @f() attributes {no_inline} { return }
// -----
func.func @f() {a.b} { return }
// -----
func.func @f(%a: i32) -> i32 { func.return %a : i32 }
// -----
func.func @"quoted name"() { return }
// -----
func.func @f() { return } func.func @f() { return }
// -----
func.func @f() { call @g() : () -> ()
return } func.func private @g()
// -----
func.func @f() { call @g() : () -> ()
return }
// -----
func.func @f() { call @g() : () -> i32
return } func.func private @g()
// -----
func.func @f(%x: i32) { call @g(%x) : (i32) -> ()
return } func.func private @g(f32)
// -----
func.func @f(%x: i32) { call @g(%x, %x) : (i32, i32) -> ()
return } func.func private @g(i32)
// -----
func.func @f(%x: i32) { %0 = call @g(%x) {no_inline, a.b} : (i32) -> i32
return } func.func private @g(i32) -> i32
// -----
func.func @f(%x: i32) { %0 = func.call @g::@h(%x) : (i32) -> i32
return } func.func private @g(i32) -> i32
// -----
memref.global @g : memref<4xf32> func.func @f() { call @g() : () -> ()
return }
// -----
func.func @f(%x: (i32) -> i32, %y: i32) { %0 = call_indirect %x(%y) : (i32) -> i32
return }
// -----
func.func @f(%x: (i32) -> i32, %y: i64) { %0 = call_indirect %x(%y) : (i64) -> i32
return }
// -----
func.func @f() { %0 = constant @f : () -> ()
%1 = func.constant @f : () -> ()
return }
// -----
func.func @f() { %0 = constant @f : () -> i32
return }
// -----
func.func @f() { %0 = constant @h : () -> ()
return }
// -----
func.func @f() { %0 = constant 1 : i32
return }
// -----
module { module { func.func @f() { return } }
func.func @f() { return } }
// -----
module @a { module @a { } }
// -----
module @a { } module @a { }
// -----
module {
}
// -----
module attributes {} { }
// -----
module { } { }
// -----
module { "builtin.module"() ({
}) : () -> () }
// -----
builtin.module { builtin.module @x { } }
// -----
%0 = builtin.unrealized_conversion_cast to f32
// -----
func.func @f(%a: i32) { %0 = builtin.unrealized_conversion_cast %a : i32 to f32
%1:2 = builtin.unrealized_conversion_cast %a, %0 : i32, f32 to i1, i2
return }
// -----
func.func @f(%a: i32) { builtin.unrealized_conversion_cast %a : i32 to
return }
// -----
func.func @f(%a: i32) { %0 = builtin.unrealized_conversion_cast to f32 {a.b}
return }
// -----
func.func @f() { "unknown.op"() : () -> ()
return }
// -----
func.func @f() { unknown.op
return }
// -----
func.func @f() { arith.unknown
return }
// -----
func.func @f() { "arith.unknown"() : () -> ()
return }
// -----
func.func @f() { unknown
return }
// -----
func.func @f() { %0 = "arith.addi"() : () -> i32
return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a) : (i32) -> i32
return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) : (i32) -> i32
return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) : (i32, i32) -> ()
return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) : (i32, i32) -> (i32, i32)
return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) : (i32, i64) -> i32
return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) ({}) : (i32, i32) -> i32
return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a)[^bb1] : (i32, i32) -> i32
^bb1: return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) : i32
return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a)
return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi" %a, %a : (i32, i32) -> i32
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a %a : i32
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a, %a : i32
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a i32
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a :
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %b : i32
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a#0, %a : i32
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a#1, %a : i32
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a : f32
return }
// -----
func.func @f(%a: i32) { %a = arith.addi %a, %a : i32
return }
// -----
func.func @f(%a: i32) { %0, = arith.addi %a, %a : i32
return }
// -----
func.func @f(%a: i32) { %0 arith.addi %a, %a : i32
return }
// -----
func.func @f(%a: i32) { % = arith.addi %a, %a : i32
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a {a.b} : i32
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a : i32 {a.b}
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a {overflowFlags = #arith.overflow<nsw>} : i32
return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a {overflowFlags = 1} : i32
return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) <{overflowFlags = 1}> : (i32, i32) -> i32
return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) <{overflowFlags = #arith.fastmath<fast>}> : (i32, i32) -> i32
return }
// -----
func.func @f(%a-b: i32, %c.d: i32, %e$f: i32, %_g: i32, %0: i32, %10: i32) { return }
// -----
func.func @f(%1a: i32) { return }
// -----
func.func @f(%a.: i32, %-b: i32, %$c: i32) { return }
// -----
func.func @f() { ^a-b: cf.br ^c.d
^c.d: cf.br ^e$f
^e$f: cf.br ^0
^0: return }
// -----
func.func @f() { ^1a: return }
// -----
func.func @f() { // comment
return // another
} // last
// -----
func.func @f() { /* no comment */ return }
// -----
func.func @f() { return ; }
// -----
func.func @f() { return } garbage
// -----
func.func @f() { return } }
// -----
func.func @f() { return
// -----
func.func @f( { return }
// -----
func.func f() { return }
// -----
func.func() { return }
// -----
func @f() { return }
// -----
"func.func"() ({}) : () -> ()
// -----
"func.func"() ({}) {sym_name = "f", function_type = () -> ()} : () -> ()
// -----
"func.func"() ({}) {sym_name = "f", function_type = () -> (), sym_visibility = "private"} : () -> ()
// -----
"func.func"() ({
^bb0(%a: i32):
"func.return"() : () -> ()
}) {sym_name = "f", function_type = () -> ()} : () -> ()
// -----
"func.func"() ({
"func.return"() : () -> ()
}) {sym_name = "f", function_type = () -> (), arg_attrs = [{}]} : () -> ()
// -----
"func.func"() ({
^bb0(%a: i32):
"func.return"() : () -> ()
}) {sym_name = "f", function_type = (i32) -> (), arg_attrs = [{a.b}]} : () -> ()
// -----
"func.func"() ({
^bb0(%a: i32):
"func.return"() : () -> ()
}) {sym_name = "f", function_type = (i32) -> (), arg_attrs = [{}]} : () -> ()
// -----
"func.func"() ({
^bb0(%a: i32):
"func.return"() : () -> ()
}) {sym_name = "f", function_type = (i32) -> (), arg_attrs = [{b}]} : () -> ()
// -----
"func.func"() ({
^bb0(%a: i32):
"func.return"() : () -> ()
}) {sym_name = "f", function_type = (i32) -> (), arg_attrs = []} : () -> ()
// -----
"func.func"() ({
^bb0(%a: i32):
"func.return"() : () -> ()
}) {sym_name = "f", function_type = i32} : () -> ()
// -----
"func.func"() ({
^bb0(%a: i32):
"func.return"() : () -> ()
}) {sym_name = "f"} : () -> ()
// -----
"func.func"() ({
^bb0(%a: i32):
"func.return"() : () -> ()
}, {}) {sym_name = "f", function_type = (i32) -> ()} : () -> ()
