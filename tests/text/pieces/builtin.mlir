module attributes {a.x = dense<"0x01020304"> : tensor<4xi8>, a.y = dense<"0xDEADBEEF"> : tensor<1xi32>, a.z = dense<0x7F800000> : tensor<2xf32>} {}
// -----
module attributes {a.x = dense<[]> : tensor<0xi32>, a.y = dense<> : tensor<2x0xf32>, a.z = dense<[[], []]> : tensor<2x0xi32>} {}
// -----
module attributes {a.x = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>, a.y = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i32>>, a.z = dense<(0.1, -0.2)> : vector<2xcomplex<f64>>} {}
// -----
module attributes {a.x = dense<true> : tensor<4xi1>, a.y = dense<[true, false]> : tensor<2xi1>, a.z = dense<"0xFF"> : tensor<8xi1>, a.w = dense<"0x01"> : tensor<3xi1>} {}
// -----
module attributes {a.x = dense<"0x00FF"> : tensor<16xi1>} {}
// -----
module attributes {a.x = dense<"0x01020304"> : tensor<3xi8>} {}
// -----
module attributes {a.x = dense<"0x0"> : tensor<1xi8>} {}
// -----
module attributes {a.x = dense<"01"> : tensor<1xi8>} {}
// -----
module attributes {a.x = dense<["a", "b"]> : tensor<2x!foo.str>, a.y = dense<"q"> : tensor<4x!foo.s>} {}
// -----
module attributes {a.x = dense<[1, 2]> : tensor<3xi32>} {}
// -----
module attributes {a.x = dense<[[1, 2], [3]]> : tensor<2x2xi32>} {}
// -----
module attributes {a.x = dense<[1.0, 2]> : tensor<2xf32>} {}
// -----
module attributes {a.x = dense<1.0> : tensor<2xi32>} {}
// -----
module attributes {a.x = dense<-1> : tensor<2xui8>} {}
// -----
module attributes {a.x = dense<300> : tensor<2xi8>} {}
// -----
module attributes {a.x = dense<1> : tensor<*xi8>} {}
// -----
module attributes {a.x = dense<1> : i32} {}
// -----
module attributes {a.x = dense<[1, -2]> : tensor<2xsi8>, a.y = dense<[1, 2]> : tensor<2xui64>, a.z = dense<3> : tensor<2xindex>} {}
// -----
module attributes {a.x = dense<18446744073709551615> : tensor<2xui64>, a.y = dense<-9223372036854775808> : tensor<1xi64>} {}
// -----
module attributes {a.x = dense<0xFFFFFFFF> : tensor<2xi32>, a.y = dense<[0x7FC00000, 0x00000001]> : tensor<2xf32>} {}
// -----
module attributes {a.x = dense<[1.0e5, 1.5e-10, 3.14159274, 1.0e38]> : tensor<4xf32>} {}
// -----
module attributes {a.x = dense<[-0.0, 0.0]> : tensor<2xf16>, a.y = dense<[0.1, 0.2]> : tensor<2xbf16>} {}
// -----
module attributes {a.x = sparse<[[0, 0], [1, 1]], [1.0, 2.0]> : tensor<2x2xf32>, a.y = sparse<[], []> : tensor<2xi32>, a.z = sparse<0, 5> : tensor<1x1xi32>} {}
// -----
module attributes {a.x = sparse<> : tensor<2xi32>} {}
// -----
module attributes {a.x = sparse<[[0, 0], [2, 1]], [1.0, 2.0]> : tensor<2x2xf32>} {}
// -----
module attributes {a.x = sparse<[[0], [1]], [1.0, 2.0]> : tensor<2x2xf32>} {}
// -----
module attributes {a.x = sparse<[[0, 0], [1, 1]], [1.0]> : tensor<2x2xf32>} {}
// -----
module attributes {a.x = sparse<[[0, 0], [1, 1]], 1.0> : vector<2x2xf32>} {}
// -----
module attributes {a.x = sparse<[0, 1, 2], ["a", "b", "c"]> : tensor<3x!foo.str>} {}
// -----
module attributes {a.x = sparse<[[0,0,0], [1,1,1]], [(1, 2), (3, 4)]> : tensor<2x2x2xcomplex<i32>>} {}
// -----
module attributes {a.x = array<i32>, a.y = array<i32: 1, 2>, a.z = array<f32: 1.0, 2.5>, a.w = array<i1: true, false>, a.v = array<i8: -1>} {}
// -----
module attributes {a.x = array<i64: 1.0>} {}
// -----
module attributes {a.x = array<i8: 256>} {}
// -----
module attributes {a.x = array<si32: 1>} {}
// -----
module attributes {a.x = array<i7: 1>} {}
// -----
module attributes {a.x = array<f16: 1.0>, a.y = array<bf16: 2.0>, a.z = array<f64: 0x7FF0000000000000>} {}
// -----
module attributes {a.x = array<i32: >} {}
// -----
module attributes {a.x = dense_resource<blob1> : tensor<4xf32>} {}
{-#
  dialect_resources: {
    builtin: {
      blob1: "0x0400000000000000000000000000000000000000"
    }
  }
#-}
// -----
module attributes {a.x = dense_resource<"bl ob"> : tensor<1xi8>} {}
{-#
  dialect_resources: {
    builtin: {
      "bl ob": "0x0100000001"
    }
  }
#-}
// -----
module attributes {a.x = dense_resource<nodata> : vector<4xf32>} {}
// -----
module attributes {a.x = affine_map<(d0, d1)[s0] -> (d0 + d1 * 2 - s0, d0 mod 4, d1 floordiv 3, d0 ceildiv s0)>} {}
// -----
module attributes {a.x = affine_map<() -> ()>, a.y = affine_map<() -> (0)>, a.z = affine_map<()[s0, s1] -> (s0 * s1)>, a.w = affine_map<(d0) -> ()>} {}
// -----
module attributes {a.x = affine_map<(i, j)[n] -> (i * n + j, -i, -(i + j), i - j)>} {}
// -----
module attributes {a.x = affine_map<(i, j) -> (i * j)>} {}
// -----
module attributes {a.x = affine_map<(i, j)[s] -> (i mod s, i floordiv (s * 2), s * i)>} {}
// -----
module attributes {a.x = affine_map<(i) -> (i mod 0)>} {}
// -----
module attributes {a.x = affine_map<(i) -> (i floordiv 0)>} {}
// -----
module attributes {a.x = affine_map<(i) -> (i mod -5)>} {}
// -----
module attributes {a.x = affine_map<(i) -> (5 mod i)>} {}
// -----
module attributes {a.x = affine_map<(i) -> (j)>} {}
// -----
module attributes {a.x = affine_map<(i, i) -> (i)>} {}
// -----
module attributes {a.x = affine_map<(i) -> (i,)>} {}
// -----
module attributes {a.x = affine_map<(i) -> i>} {}
// -----
module attributes {a.x = affine_map<(i)[] -> (i + 1 + 2, 2 * i * 3, (i * 4) floordiv 2, (i + 4) mod 4)>} {}
// -----
module attributes {a.x = affine_map<(d0)[s0] -> (d0 - 1 + 1, d0 * 1, d0 * 0, 0 + s0, s0 + d0, 3 + d0, s0 * 2 + d0)>} {}
// -----
module attributes {a.x = affine_map<(d0, d1) -> (d0 - (d1 - 3), d0 - d0, d0 + d0, (d0 + d1) * 4, d0 * 4 - d1 * 4)>} {}
// -----
module attributes {a.x = affine_map<(d0) -> (d0 floordiv 4 * 4 + d0 mod 4, d0 - (d0 floordiv 4) * 4, -d0 - 1, d0 ceildiv 4 ceildiv 2)>} {}
// -----
module attributes {a.x = affine_map<(d0) -> (9223372036854775807, d0 + 9223372036854775807, -9223372036854775807)>} {}
// -----
module attributes {a.x = affine_map<(d0) -> (99999999999999999999)>} {}
// -----
module attributes {a.x = affine_set<(d0) : (d0 >= 0)>, a.y = affine_set<(d0, d1)[s0] : (d0 == 0, d1 - s0 >= 0, -d0 + 5 >= d1)>, a.z = affine_set<() : ()>} {}
// -----
module attributes {a.x = affine_set<(d0) : (d0 > 0)>} {}
// -----
module attributes {a.x = affine_set<(d0) : (d0)>} {}
// -----
module attributes {a.x = affine_set<(d0) : (d0 <= 10, 5 <= d0, d0 - 3 == 4)>} {}
// -----
module attributes {a.x = affine_set<(d0) : (1 == 0)>, a.y = affine_set<(d0) : (0 == 0)>} {}
// -----
module attributes {a.x = #foo.bar, a.y = #foo<bar>, a.z = #foo.bar<1, [2, {3}], "x">, a.w = #foo<"bar baz">} {}
// -----
module attributes {a.x = !foo.bar, a.y = !foo<bar>, a.z = !foo.bar<i32, 4x?xf32>, a.w = tensor<4x!foo.x>} {}
// -----
module attributes {a.x = #foo.bar<1 : i32} {}
// -----
module attributes {a.x = #foo<bar(>} {}
// -----
module attributes {a.x = #foo.bar<(1, 2)> : i32} {}
// -----
module attributes {a.x = 1 : i32, a.y = 1, a.z = -5 : si8, a.w = 200 : ui8, a.v = true, a.u = false, a.t = 0x10 : i32, a.s = 3 : index, a.r = -0 : i4} {}
// -----
module attributes {a.x = 1.0 : f32, a.y = 2.5, a.z = -1.5e10 : f64, a.w = 0x7FC0 : bf16, a.v = 1.0 : f16, a.u = 1. : f32} {}
// -----
module attributes {a.x = .5 : f32} {}
// -----
module attributes {a.x = "str", a.y = "a\22b\\c\0A", a.z = "", a.w = "typed" : i32, a.v = "tab\09
\t"} {}
// -----
module attributes {a.x = "bad\q"} {}
// -----
module attributes {a.x = "unterminated} {}
// -----
module attributes {a.x = @sym, a.y = @sym::@a::@b, a.z = @"a b"::@"1"} {}
// -----
module attributes {a.x = [], a.y = [1, "x", [2.0, unit]], a.z = {}, a.w = {b = 1, c, "d e" = 2}} {}
// -----
module attributes {a.x = [1, ]} {}
// -----
module attributes {a.x = {b = 1, b = 2}} {}
// -----
module attributes {a.x = 1, a.x = 2} {}
// -----
module attributes {a.x = {1 = b}} {}
// -----
module attributes {a.x = unit, a.y, "a.z" = unit} {}
// -----
module attributes {a.x = i32, a.y = tensor<4xf32>, a.z = (i32) -> f32, a.w = () -> (), a.v = none, a.u = (i32, f32) -> (i32, f32), a.t = () -> (() -> i32)} {}
// -----
module attributes {a.x = (i32), a.y = i32} {}
// -----
module attributes {a.x = strided<[1, ?], offset: 3>, a.y = strided<[]>, a.z = strided<[2]>, a.w = strided<[?, ?], offset: ?>} {}
// -----
module attributes {a.x = strided<[1], offset: -3>, a.y = strided<[-1]>} {}
// -----
module attributes {a.x = strided<1>} {}
// -----
module attributes {a.x = strided<[1], 3>} {}
// -----
module attributes {a.x = loc(unknown), a.y = loc("f":1:2), a.z = loc("n"), a.w = loc("n"("f":1:2)), a.v = loc(callsite("a" at "f":1:2)), a.u = loc(fused["a", "b"]), a.t = loc(fused<"m">["a", "f":3:4])} {}
// -----
module attributes {a.x = loc("f":1)} {}
// -----
module attributes {a.x = loc(callsite("a", "b"))} {}
// -----
module attributes {a.x = loc(foo)} {}
// -----
module attributes {a.x = distinct[0]<42 : i32>, a.y = distinct[1]<"a">, a.z = distinct[0]<42 : i32>} {}
// -----
module attributes {a.x = distinct[0]<42 : i32>, a.y = distinct[0]<43 : i32>} {}
// -----
module attributes {a.x = distinct[5]<>, a.y = distinct[3]<[1]>} {}
// -----
module attributes {a.x = opaque<"foo", "0x01"> : tensor<1xi8>} {}
// -----
#m = affine_map<(d0) -> (d0)>
module attributes {a.x = #m, a.y = affine_map<(d0) -> (d0)>, a.z = affine_map<(d0) -> (d0 + 1)>} {}
// -----
#s = affine_set<(d0) : (d0 >= 0)>
#x = 5 : i32
module attributes {a.x = #s, a.y = #x} {}
// -----
#x = 5 : i32
#x = 6 : i32
module {}
// -----
!t = i32
!u = tensor<4x!t>
func.func private @f(!t, !u)
// -----
!t = i32
!t = i64
// -----
func.func private @f(!t)
// -----
module attributes {a.x = #nope} {}
// -----
#a.b = 5 : i32
// -----
!a.b = i32
// -----
#x = loc("a")
func.func @f() { return loc(#x) } loc(#x)
// -----
#loc1 = loc("f":1:2)
func.func @f() { return loc(callsite(#loc1 at "g":2:3)) }
// -----
func.func @f() { return loc(#later) }
#later = loc("z")
// -----
func.func @f() { return loc(#never) }
// -----
module @a { module @b { func.func private @c() } module { } module attributes {x.y} { } }
// -----
module @a { } module @a { }
// -----
module { func.func private @x() module @x { } }
// -----
module private @a { }
// -----
module { ^bb0: }
// -----
module { ^bb0(%a: i32): }
// -----
module { func.func private @f() ^bb1: func.func private @g() }
// -----
"builtin.module"() ({ func.func private @f() }) : () -> ()
// -----
"builtin.module"() ({ ^bb0: }) {sym_name = "x", a.b = 1} : () -> ()
// -----
"builtin.module"() ({ }) : () -> ()
// -----
"builtin.module"() : () -> ()
// -----
"builtin.module"() ({ ^bb0: }, {}) : () -> ()
// -----
"builtin.module"() ({ ^bb0(%a: i32): }) : () -> ()
// -----
module attributes {foo} { }
// -----
module attributes {foo = 1, sym_name = "x"} { }
// -----
func.func @f(%a: i32) { %0 = builtin.unrealized_conversion_cast %a : i32 to i64 %1:2 = builtin.unrealized_conversion_cast %a, %0 : i32, i64 to f32, f64 %2 = builtin.unrealized_conversion_cast to i8 builtin.unrealized_conversion_cast %2 : i8 to  return }
// -----
func.func @f(%a: i32) { %0 = builtin.unrealized_conversion_cast %a : i32 to i64 {a = 1} return }
// -----
func.func @f() { %0 = builtin.unrealized_conversion_cast to i64 return }
// -----
func.func @f() { "builtin.unrealized_conversion_cast"() : () -> () return }
// -----
func.func private @f(tensor<4xf32, #foo.enc>, tensor<?x4xf32, "enc">, tensor<4xf32, {a = 1}>, tensor<4xf32, affine_map<(d0)->(d0)>>, tensor<2xf32, 5 : i32>)
// -----
func.func private @f(tensor<4xf32, strided<[1]>>)
// -----
func.func private @f(tensor<4xf32, #foo.enc, 5>)
// -----
func.func private @f(memref<4xf32, affine_map<(d0) -> (d0 + 3)>, 2>, memref<4xf32, 0>, memref<4xf32, 0 : i32>, memref<4xf32, 0 : index>, memref<4xf32, "a">, memref<4xf32, {a = 1}>, memref<f32>, memref<*xf32, 4>, memref<*xf32, 0>)
// -----
func.func private @f(memref<4xf32, affine_map<(d0) -> (d0)>>, memref<4x4xf32, affine_map<(d0,d1) -> (d0, d1)>, 1>, memref<4xf32, strided<[1]>>, memref<4x4xf32, strided<[4, 1], offset: 0>>)
// -----
func.func private @f(memref<4xf32, affine_map<(d0, d1) -> (d0)>>)
// -----
func.func private @f(memref<4xf32, strided<[1, 2]>>)
// -----
func.func private @f(memref<4xf32, strided<[0]>>)
// -----
func.func private @f(memref<-1xf32>)
// -----
func.func private @f(memref<4xtensor<4xf32>>)
// -----
func.func private @f(memref<4xmemref<4xf32>>, memref<4xvector<4xf32>>, memref<2xindex>, memref<2xcomplex<f32>>, memref<2x!foo.bar>, memref<2xtuple<i32>>)
// -----
func.func private @f(tensor<4xmemref<4xf32>>)
// -----
func.func private @f(tensor<4xtensor<4xf32>>, tensor<4xtuple<i32>>)
// -----
func.func private @f(tensor<4xtuple<i32>>)
// -----
func.func private @f(tensor<0xf32>, tensor<f32>, tensor<0x?xf32>, tensor<4x!foo.x>, tensor<4xnone>)
// -----
func.func private @f(tensor<4x(i32) -> i32>)
// -----
func.func private @f(tensor<4xf32>, tensor<0x4xf32>, tensor<4 x f32>, tensor<0x10xi32>)
// -----
func.func private @f(tensor<4x4f32>)
// -----
func.func private @f(tensor<4>)
// -----
func.func private @f(tensor<xf32>)
// -----
func.func private @f(tensor<*x4xf32>)
// -----
func.func private @f(vector<4xf32>, vector<[4]xf32>, vector<2x[4]xf32>, vector<[2]x[4]xf32>, vector<4x[2]x8xi1>, vector<1xindex>, vector<f32>, vector<4xbf16>, vector<[1]xi1>)
// -----
func.func private @f(vector<0xf32>)
// -----
func.func private @f(vector<?xf32>)
// -----
func.func private @f(vector<-1xf32>)
// -----
func.func private @f(vector<*xf32>)
// -----
func.func private @f(vector<4xmemref<2xf32>>)
// -----
func.func private @f(vector<4xtensor<2xf32>>)
// -----
func.func private @f(vector<4x!foo.bar>)
// -----
func.func private @f(vector<4xcomplex<f32>>)
// -----
func.func private @f(vector<4xsi32>, vector<4xui8>)
// -----
func.func private @f(vector<[0]xf32>)
// -----
func.func private @f(complex<i32>, complex<f64>, complex<bf16>, complex<i1>, complex<si8>)
// -----
func.func private @f(complex<index>)
// -----
func.func private @f(complex<complex<f32>>)
// -----
func.func private @f(complex<vector<2xf32>>)
// -----
func.func private @f(tuple<i32, tuple<f32>>, tuple<vector<4xf32>, memref<2xf32>>, tuple<(i32) -> i32>)
// -----
func.func private @f(tuple<i32,>)
// -----
func.func private @f(f16, f32, f64, f80, f128, bf16, tf32, f4E2M1FN, f6E2M3FN, f6E3M2FN, f8E3M4, f8E4M3, f8E4M3FN, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E5M2, f8E5M2FNUZ, f8E8M0FNU)
// -----
func.func private @f(f33)
// -----
func.func private @f(i01)
// -----
func.func private @f(u8)
// -----
func.func private @f(function<i32>)
// -----
func.func private @f((i32, f32) -> (), () -> (i32, i32), ((i32) -> i32) -> ((f32) -> f32), () -> i32, () -> (() -> ()))
// -----
func.func private @f(i32 -> i32)
// -----
func.func private @f(token)
// -----
"foo.op"() : () -> ()
// -----
foo.op
// -----
module { %0 = arith.constant 1 : i32 %0 = arith.constant 2 : i32 }
// -----
module { %0 = arith.constant 1 : i32 } module { }
// -----
module { func.func @f() { %c = arith.constant 1 : i32 return } } {
// -----
}
// -----
module
// -----
module { arith.constant 1 : i32 }
// -----
module { %a, %b = arith.constant 1 : i32 }
// -----
module { %a:0 = arith.constant 1 : i32 }
// -----
module { %a:1 = arith.constant 1 : i32 }
// -----
module { %a = "arith.constant"() {value = 1 : i32} : () -> i32, }
// -----
func.func @f() -> i32 { ^bb0: %0 = arith.constant 1 : i32 cf.br ^bb1 ^bb1: return %0 : i32 }
// -----
func.func @f() -> i32 { cf.br ^bb1 ^bb1: %0 = arith.constant 1 : i32 cf.br ^bb2 ^bb2: return %0#0 : i32 }
// -----
func.func @f() -> i32 { %0 = arith.constant 1 : i32 return %0#1 : i32 }
// -----
func.func @f() -> i32 { cf.br ^bb1 ^bb1: return %0 : i32 ^bb2: %0 = arith.constant 1 : i32 cf.br ^bb1 }
// -----
func.func @f() { cf.br ^bb0 ^bb0: cf.br ^bb0 }
// -----
func.func @f() { ^bb0: cf.br ^bb0 }
// -----
func.func @f() { ^a: return ^a: return }
// -----
func.func @f() { ^a(%x: i32): return }
// -----
func.func @f(%x: i32) { cf.br ^a(%x: i32) ^a(%x: i32): return }
// -----
func.func @f(%arg0: i32, %0: i32, %a-b: i32, %c.d$: i32) { return }
// -----
func.func @f(%01: i32, %1a: i32) { return }
// -----
func.func @f() {
  // a comment
  return // other
}
// end
// -----
func.func @f() /* c */ { return }
// -----
func.func @"\41b"() { return }
// -----
func.func @f$x.y-z() { return }
// -----
func.func @1f() { return }
// -----
func.func @f() attributes {a.x = dense<1> : tensor<2xi32>, a.y = dense<1> : vector<2xi32>, b.z = dense<1.0> : tensor<f32>, b.w = dense<[[1]]> : tensor<1x1xi4>} { return }
// -----
module attributes {a.x = dense<[1, 2, 3]> : tensor<3xi4>, a.y = dense<"0x010203"> : tensor<3xi4>, a.z = dense<[1, 0]> : tensor<2xi2>, a.w = dense<5> : tensor<2xi33>, a.v = dense<123456789012345678901234567890> : tensor<1xi128>} {}
// -----
module attributes {a.x = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>} {}
// -----
module attributes {a.y = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i32>>} {}
// -----
module attributes {a.y = dense<[(0.0, -0.0), (3.0, 1.0e40)]> : tensor<2xcomplex<f32>>} {}
// -----
module attributes {a.t = 0x10 : i32, a.s = 3 : index, a.v = true, a.u = false} {}
// -----
module attributes {a.z = -5 : si8, a.w = 200 : ui8} {}
// -----
module attributes {a.z = -5 : si8} {}
// -----
module attributes {a.w = 200 : ui8} {}
// -----
module attributes {a.w = 256 : ui8} {}
// -----
module attributes {a.r = -0 : i4} {}
// -----
module attributes {a.x = "str", a.y = "a\22b\\c\0A", a.z = ""} {}
// -----
module attributes {a.w = "tab\09 
 \t é"} {}
// -----
module attributes {a.x = array<i64: -0>, a.y = dense<-0> : tensor<1xi8>} {}
// -----
module attributes {a.x = array<f32: 0x7FC00000, 1.5>} {}
// -----
module attributes {a.x = array<f32: 5>} {}
// -----
module attributes {a.x = array<"a">} {}
// -----
module attributes {a.x = 1.0e10 : f16, a.y = 1.0e40 : f32, a.z = 1.0e50 : bf16, a.w = 1.0e50 : f8E4M3FN, a.v = 1.0e400 : f64, a.u = -1.0e400 : f64} {}
// -----
module attributes {a.t = dense<1.0e10> : tensor<2xf16>, a.s = dense<[1.0, 1.0e40]> : tensor<2xf32>, a.r = 1.0e50 : f4E2M1FN, a.q = 1.0e50 : f8E5M2, a.p = 65520.0 : f16, a.o = 65519.0 : f16}  {}
// -----
module attributes {a.x = dense<[-0.0, 0.0]> : tensor<2xf32>, a.y = dense<[0.0, -0.0]> : tensor<2xf64>} {}
// -----
module attributes {a.x = dense<[[], []]> : tensor<2x1xi32>} {}
// -----
module attributes {a.x = dense<[]> : tensor<0xi32>} {}
// -----
module attributes {a.x = dense<[[], []]> : tensor<2x0xf32>, a.y = dense<[]> : tensor<0xcomplex<f32>>, a.z = dense<[]> : tensor<0xi1>} {}
// -----
module attributes {a.x = affine_map<(i)[i] -> (i)>} {}
// -----
module attributes {a.x = affine_set<(i, i) : (i >= 0)>} {}
// -----
module attributes {a.x = affine_map<(d0, d1) -> (d0 * 2 + d1 * 3 - 7, (d0 + 1) mod 3, -d1)>} {}
// -----
module attributes {a.x = affine_map<(d0)[s0, s1] -> (d0 * s0 + s1, d0 floordiv s0, d0 mod (s0 + 1), s0 * s1 * d0)>} {}
// -----
module attributes {a.x = affine_map<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 16 + d2 * 4 + d3)>, a.y = affine_map<(a, b) -> (b, a)>} {}
// -----
module @name { }
// -----
module @name attributes {a.b} { }
// -----
module { module @a { func.func private @f() } func.func @g() { func.call @a::@f() : () -> () return } }
// -----
func.func @f(%a: i32) { %0 = builtin.unrealized_conversion_cast %a : i32 to i64 %1:2 = builtin.unrealized_conversion_cast %a, %0 : i32, i64 to f32, f64 return }
// -----
func.func @f(%a: i32) { %0 = "builtin.unrealized_conversion_cast"(%a) : (i32) -> (!async.token) return }
// -----
func.func private @f(tensor<?x4xf32, "enc">, tensor<4xf32, {a = 1}>, tensor<2xf32, 5 : i32>)
// -----
func.func private @f(tensor<4xf32, affine_map<(d0) -> (d0)>>)
// -----
func.func private @f(tensor<4xf32, unit>, tensor<4xf32, [1, 2]>, tensor<4xf32, i32>)
// -----
func.func private @f(memref<4xmemref<4xf32>>, memref<4xvector<4xf32>>, memref<2xindex>, memref<2xcomplex<f32>>)
// -----
func.func private @f(memref<2xtuple<i32>>)
// -----
func.func private @f(memref<2x(i32) -> i32>)
// -----
func.func private @f(memref<2xnone>)
// -----
func.func private @f(tensor<0xf32>, tensor<f32>, tensor<0x?xf32>)
// -----
func.func private @f(tensor<4xnone>)
// -----
func.func private @f(tensor<4xindex>, tensor<4xcomplex<f32>>, tensor<4xvector<4xf32>>, tensor<2xsi8>)
// -----
func.func private @f(tuple<i32, tuple<f32>>, tuple<>, tuple<(i32) -> i32>)
// -----
func.func private @f(i1, i7, i64, i128, si5, ui6, i16777215)
// -----
func.func private @f(none)
// -----
func.func private @f((i32, f32) -> (), () -> (i32, i32), ((i32) -> i32) -> ((f32) -> f32), () -> (() -> ()))
// -----
func.func private @f(memref<4x?xf32, strided<[?, 1], offset: ?>>, memref<2x2xf32, strided<[1, 2]>, 1>, memref<?xf32, strided<[1], offset: 7>, "hbm">)
// -----
func.func private @f(memref<4xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>)
// -----
func.func private @f(memref<4x4xf32, affine_map<(d0, d1)[s0, s1] -> (d0 * s0 + d1 * s1)>>)
// -----
func.func private @f(vector<1x2x3xf64>, vector<[4]x2xi8>, vector<2xf8E4M3FN>, vector<2xtf32>)
// -----
func.func private @f(memref<*xf32, "a">, tensor<*xi1>, memref<*xvector<2xf32>>)
// -----
func.func private @f() attributes {a.b = @f, a.c = @x::@y}
// -----
func.func @f() { return } loc("f.mlir":1:2)
// -----
func.func @f() { return } loc(fused["a", "b":1:2])
// -----
func.func @f() { return } loc(callsite("a" at callsite("b" at "c":1:2)))
// -----
func.func @f() { return } loc(fused<"m">["a"])
// -----
func.func @f() { return } loc("n"("a":1:2))
// -----
func.func @f() { return } loc(unknown)
// -----
func.func @f() { return } loc(nope)
// -----
func.func @f() { return } loc("a":1:)
// -----
func.func @f() { return } loc(#x)
// -----
#x = loc("a")
func.func @f() { return } loc(#x)
// -----
func.func @f(%a: i32 {a.b} loc("x")) { return }
// -----
func.func @f(%a: i32 loc("x") {a.b}) { return }
// -----
!a = tensor<4xf32>
!b = memref<4x!c>
!c = i32
// -----
!c = i32
!b = memref<4x!c>
func.func private @f(!b, tensor<2x!c>)
// -----
#m = affine_map<(d0) -> (d0 + 1)>
func.func private @f(memref<4xf32, #m>)
// -----
#m = affine_map<(d0) -> (d0 + 1)>
func.func @f(%i: index) { %0 = affine.apply #m(%i) return }
// -----
#set = affine_set<(d0) : (d0 - 1 >= 0)>
func.func @f(%i: index) { affine.if #set(%i) { } return }
// -----
#x = [1, 2, "a"]
module attributes {a.x = #x, a.y = [#x, #x]} {}
// -----
#x = #y
#y = 1
module attributes {a.x = #x} {}
// -----
func.func @f(%a: i32, %b: i32) -> (i32, i32) { return %b, %a : i32, i32 }
// -----
func.func @f(%a: i32) -> (i32, i32) { %0:2 = "func.call"(%a) <{callee = @g}> : (i32) -> (i32, i32) return %0#0, %0#1 : i32, i32 } func.func private @g(i32) -> (i32, i32)
// -----
func.func @f(%a: i32) -> i32 { %0:2 = call @g(%a) : (i32) -> (i32, i32) return %0 : i32 } func.func private @g(i32) -> (i32, i32)
// -----
func.func @f(%a: i32) -> i32 { %0:2 = call @g(%a) : (i32) -> (i32, i32) return %0#2 : i32 } func.func private @g(i32) -> (i32, i32)
// -----
func.func @f(%a: i32) -> i32 { %x, %y = call @g(%a) : (i32) -> (i32, i32) return %y : i32 } func.func private @g(i32) -> (i32, i32)
// -----
func.func @f(%a: i32) -> i32 { %x:2, %y = call @g(%a) : (i32) -> (i32, i32) return %y : i32 } func.func private @g(i32) -> (i32, i32)
// -----
func.func @f(%c: i1) { cf.cond_br %c, ^a, ^b ^a: cf.br ^b ^b: return }
// -----
func.func @f(%c: i1) { cf.cond_br %c, ^a, ^b ^b: %0 = arith.addi %1, %1 : i32 return ^a: %1 = arith.constant 1 : i32 cf.br ^b }
// -----
func.func @f(%c: i1) { %0 = scf.if %c -> i32 { %1 = arith.constant 1 : i32 scf.yield %1 : i32 } else { scf.yield %1 : i32 } return }
// -----
func.func @f(%c: i1) { scf.if %c { %1 = arith.constant 1 : i32 } %2 = arith.addi %1, %1 : i32 return }
// -----
func.func @f() { %0 = arith.addi %0, %0 : i32 return }
// -----
func.func @f() { func.func private @g() return }
// -----
func.func @f() { module { } return }
// -----
func.func @f(%a: i32) { module { func.func @g() { call @h(%a) : (i32) -> () return } func.func private @h(i32) } return }
// -----
func.func @f(%a: i32) { %1 = "arith.addi"(%a, %a) ({ }) : (i32, i32) -> i32 return }
// -----
func.func @f(%a: i32) { %1 = "arith.addi"(%a, %a)[^b] : (i32, i32) -> i32 ^b: return }
// -----
func.func @f(%a: i32) { "cf.br"()[^b] : () -> () ^b: return }
// -----
func.func @f(%a: i32) { "cf.br"(%a)[^b] : (i32) -> () ^b(%x: i32): return }
// -----
func.func @f(%a: i32) { "cf.br"(%a) : (i32) -> () }
// -----
func.func @f(%a: i32) { "cf.cond_br"(%a)[^b, ^b] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> () ^b: return }
// -----
func.func @f(%a: i1) { "cf.cond_br"(%a)[^b, ^b] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> () ^b: return }
// -----
func.func @f(%a: i1) { "cf.cond_br"(%a)[^b, ^b] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1) -> () ^b: return }
// -----
func.func @f(%a: i1) { "cf.cond_br"(%a)[^b, ^b] : (i1) -> () ^b: return }
// -----
func.func @f() { "func.return"() {a = 1, b} : () -> () }
// -----
func.func @f() { "func.return"() : () -> () loc("x") }
// -----
func.func @f() { "func.return"() : () -> (), }
// -----
func.func @f() { "func.return" : () -> () }
// -----
func.func @f() { "func.return"() : () }
// -----
func.func @f() { "func.return"() }
// -----
func.func @f() { %0 = "arith.constant"() <{value = 1 : i32}> {a} : () -> i32 return }
// -----
func.func @f() { %0 = "arith.constant"() {a} <{value = 1 : i32}> : () -> i32 return }
// -----
func.func @f() { %0 = "arith.constant"() <{value = 1 : i32, value = 2 : i32}> : () -> i32 return }
// -----
func.func @f(tensor<4xf32>) { return }
// -----
func.func @f(%a : i32,) { return }
// -----
func.func @f(%a i32) { return }
// -----
func.func @f(%a: i32 { return }
// -----
func.func @f(%a: i32) -> { return }
// -----
func.func @f(%a: i32) -> i32 i32 { return }
// -----
func.func f() { return }
// -----
func.func @f() { return
// -----
func.func @f() { ^bb0 return }
// -----
func.func @f() { ^bb0: }
// -----
func.func @f() { bb0: return }
// -----
func.func @f() { %x = return }
// -----
func.func @f() { return %x : i32 }
// -----
func.func @f(%x: i32) { return %x }
// -----
func.func @f(%x: i32) -> i32 { return %x : }
// -----
func.func @f() -> (i32 { return }
// -----
func.func private @f(i32) -> (tensor<4xf32> {bufferization.writable = true})
// -----
func.func @f(%f: tensor<4xf32> {bufferization.foo}) { return }
// -----
func.func @f(%f: tensor<4xf32> {bufferization.writable}) { return }
// -----
func.func @f(%f: tensor<4xf32> {bufferization.writable = true, bufferization.access = "read"}) { return }
// -----
func.func @f(%f: tensor<4xf32> {bufferization.access = "foo"}) { return }
// -----
func.func @f(%f: tensor<4xf32> {bufferization.buffer_layout = 1}) { return }
// -----
func.func @f(%f: tensor<4xf32> {bufferization.buffer_layout = affine_map<(d0) -> (d0)>}) { return }
// -----
func.func private @f(tensor<4xf32> {bufferization.buffer_layout = affine_map<(d0) -> (d0)>})
// -----
func.func private @f(f32 {bufferization.access = "write"}, f32 {bufferization.access = "none"}, f32 {bufferization.access = "read-write"})
// -----
module attributes {bufferization.x = 1} {}
// -----
func.func @f() { %0 = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32> return }
// -----
func.func @f(%f: f32) { %0 = arith.addf %f, %f {bufferization.manual_deallocation} : f32 return }
// -----
func.func @f(%f: memref<4xf32>) { memref.dealloc %f {bufferization.manual_deallocation} : memref<4xf32> return }
// -----
module attributes {a.x = loc(fused[])} {}
// -----
module attributes {a.x = loc(fused["a"])} {}
// -----
module attributes {a.x = loc(fused[unknown, "a"])} {}
// -----
module attributes {a.x = loc(fused<1>["a"]), a.y = loc(fused<1>[])} {}
// -----
module attributes {a.x = loc(fused["a", "a"]), a.y = loc(fused["b", fused["c", "d"]]), a.z = loc(fused<2>["b", fused["c", "d"]])} {}
// -----
module attributes {a.x = loc("a" : 1 : 2), a.y = loc("n"(callsite("a" at unknown)))} {}
// -----
module attributes {a.x = [loc("a"), {b = loc("a")}]} {}
// -----
#y = loc("q")
module attributes {a.x = #y, a.z = loc(#y)} {}
// -----
module attributes {a.x = distinct[5]<>, a.y = distinct[3]<[1]>, a.z = distinct[7]<[1]>, a.w = distinct[5]<>} {}
// -----
module attributes {a.x = distinct[5]<unit>, a.y = [distinct[5]<unit>, distinct[6]<unit>]} {}
// -----
module attributes {a.x = distinct[5]<affine_map<(d0) -> (d0)>>, a.y = distinct[1]<distinct[2]<1>>} {}
// -----
module attributes {a.x = distinct[0]<1>} { func.func @f() attributes {a.b = distinct[0]<1>, a.c = loc("x")} { return } }
// -----
module attributes {a.x = distinct<1>} { }
// -----
module attributes {a.x = distinct[a]<1>} { }
// -----
module attributes {a.x = distinct[0]} { }
// -----
module attributes {a.x = loc("f":1:2), a.y = affine_map<(d0) -> (d0)>, a.z = distinct[0]<1>, a.w = loc(callsite("g" at "h"))} { }
// -----
func.func @f(%a: i32 {a.b = loc("x")}) { return }
// -----
func.func @f(%a: i32 {a.b = distinct[0]<1>}) { return }
// -----
func.func private @f(i32 {a.b = distinct[0]<1>})
// -----
#d = distinct[0]<1>
module attributes {a.x = #d, a.y = #d, a.z = distinct[1]<1>} {}
// -----
func.func @f(%f: tensor<4xf32> {a.b = affine_map<(d0) -> (d0)>}) -> (i32 {a.c = affine_map<(d0) -> (d0 + 1)>}) { %0 = arith.constant {a.d = affine_map<(d0) -> (d0 + 2)>} 1 : i32 return %0 : i32 }
// -----
func.func @f(%f: tensor<4xf32> {a.b = affine_map<(d0) -> (d0)>}) attributes {a.e = affine_map<(d0) -> (d0)>} { return }
// -----
func.func @f(%f: tensor<4xf32> {a.b = [affine_map<(d0) -> (d0)>]}, %g: memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>) { return }
