// Attributes of every builtin kind, aliases of types and attributes.
#alias = "aliased"
#map = affine_map<(d0, d1)[s0] -> (d0 + d1 * 2 - 1, d0 floordiv 4, d1 mod 3, -d0 + s0, d0 ceildiv 2)>
#set = affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 >= 0, d0 mod 2 == 0)>
!type = memref<?xf32>
func.func private @aliases(!type) -> !type attributes {a.a = #alias, a.m = #map, a.m2 = affine_map<() -> ()>, a.m3 = affine_map<(d0) -> (d0)>, a.s = #set, a.s2 = affine_set<() : (0 == 0)>, a.t = !type}
func.func private @integers() attributes {a.b = true, a.c = false, a.d = 1, a.e = -7 : i32, a.f = 0x1F : i32, a.g = 18446744073709551615 : ui64, a.h = -128 : si8, a.i = 3 : index, a.j = 170141183460469231731687303715884105727 : i128, a.l = -1 : i128, a.m = 255 : i8}
func.func private @floats() attributes {a.a = 1.0, a.b = 0.1 : f32, a.c = -0.0 : f64, a.d = 0x7F800000 : f32, a.e = 0xFF800000 : f32, a.f = 0x7FC00000 : f32, a.g = 0x7FF0000000000000 : f64, a.h = 1.0e+300 : f64, a.i = 0x3F800000 : f32, a.j = 5.0e-324 : f64, a.k = 65504.0 : f16, a.l = 0.1 : bf16, a.m = 123456789.0 : f32, a.n = 0.1, a.o = 0x7FC0 : bf16, a.p = 3.14159274 : f32, a.q = 0x7FC00001 : f32}
func.func private @strings() attributes {a.a = "", a.b = "tab\09 quote\" backslash\\ newline\n zero\00 non-ASCII é 漢字", "a.needs quotes" = 1, a.c = "line\0Afeed"}
func.func private @containers() attributes {a.a = [], a.b = [1, 2.0, "x", [unit, true], {c = 1}], a.c = {}, a.d = {e = 1 : i32, f, "g h" = [1 : i8]}, a.g, a.h = unit, a.z = [0x7FF0000000000000 : f64, 1 : i64, 0.5 : f32]}
func.func private @dense() attributes {a.a = dense<1> : tensor<4xi32>, a.b = dense<[1, 2, 3]> : tensor<3xi64>, a.c = dense<[[1.0, -0.0], [0.1, 2.5]]> : tensor<2x2xf32>, a.d = dense<true> : vector<2xi1>, a.e = dense<[true, false]> : tensor<2xi1>, a.f = dense<[]> : tensor<0xf32>, a.g = dense<-1> : tensor<2xi8>, a.h = dense<"0x0102030405060708"> : tensor<2xi32>, a.i = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>, a.j = dense<[0x7FC00000, 0x3F800000]> : tensor<2xf32>, a.k = dense<3> : tensor<2xindex>}
func.func private @arrays() attributes {a.a = array<i32>, a.b = array<i32: 1, -2>, a.c = array<i1: true, false>, a.d = array<f32: 1.0, 2.5>, a.e = array<i64: 9223372036854775807>, a.f = array<i8: -128, 127>, a.g = array<f64: -0.0>}
func.func private @types() attributes {a.a = i32, a.b = memref<4xf32>, a.c = (i32) -> f32, a.d = !async.value<f32>, a.e = none, a.f = index}
func.func private @symbols() attributes {a.a = @arrays, a.b = @outer::@inner, a.c = @"quoted \"name\""::@x}
func.func private @layouts() attributes {a.a = strided<[1, ?], offset: ?>, a.b = strided<[]>, a.c = strided<[2, 1]>}
func.func @on_ops(%c: i1, %x: i32) -> i32 {
  %0 = arith.addi %x, %x {a.b = #map, a.c = [#set]} : i32
  %t = async.execute attributes {a.d = dense<[1, 2]> : tensor<2xi32>, a.e} {
    cf.assert %c, "non-ASCII é in a task" {a.f = affine_map<(d0) -> (d0 + 1)>}
    async.yield
  }
  return %0 : i32
}
