func.func @f(%f: f32) {
  %0 = math.exp %f : f32
  %1 = math.exp2 %f : f32
  %2 = math.expm1 %f : f32
  %3 = math.log %f : f32
  %4 = math.log2 %f : f32
  %5 = math.log10 %f : f32
  %6 = math.log1p %f : f32
  return
}
// -----
func.func @f(%f: f32, %v: vector<4xf32>, %t: tensor<?x4xf64>) {
  %0 = math.sqrt %f fastmath<fast> : f32
  %1 = math.rsqrt %v fastmath<nnan,ninf> : vector<4xf32>
  %2 = math.cbrt %t : tensor<?x4xf64>
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = math.sin %f : f32
  %1 = math.cos %f : f32
  %2 = math.tan %f : f32
  %3 = math.asin %f : f32
  %4 = math.acos %f : f32
  %5 = math.atan %f : f32
  %6 = math.atan2 %f, %g : f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = math.sinh %f : f32
  %1 = math.cosh %f : f32
  %2 = math.tanh %f : f32
  %3 = math.asinh %f : f32
  %4 = math.acosh %f : f32
  %5 = math.atanh %f : f32
  %6 = math.erf %f : f32
  %7 = math.erfc %f : f32
  return
}
// -----
func.func @f(%f: f32) {
  %0, %1 = math.sincos %f : f32
  return
}
// -----
func.func @f(%v: vector<4xf32>) {
  %0, %1 = math.sincos %v fastmath<fast> : vector<4xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = math.floor %f : f32
  %1 = math.ceil %f : f32
  %2 = math.round %f : f32
  %3 = math.roundeven %f : f32
  %4 = math.trunc %f : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32, %i: i32, %v: vector<4xf32>) {
  %0 = math.absf %f : f32
  %1 = math.absi %i : i32
  %2 = math.copysign %f, %g : f32
  %3 = math.fma %f, %g, %f : f32
  %4 = math.fma %v, %v, %v fastmath<contract> : vector<4xf32>
  return
}
// -----
func.func @f(%f: f32, %g: f32, %i: i32, %v: vector<4xf32>, %vi: vector<4xi32>) {
  %0 = math.powf %f, %g : f32
  %1 = math.ipowi %i, %i : i32
  %2 = math.fpowi %f, %i : f32, i32
  %3 = math.fpowi %v, %vi : vector<4xf32>, vector<4xi32>
  return
}
// -----
func.func @f(%i: i32, %vi: vector<4xi32>, %ti: tensor<?xi32>) {
  %0 = math.ctlz %i : i32
  %1 = math.cttz %vi : vector<4xi32>
  %2 = math.ctpop %ti : tensor<?xi32>
  return
}
// -----
func.func @f(%f: f32, %v: vector<4xf32>, %t: tensor<?x4xf64>) {
  %0 = math.isfinite %f : f32
  %1 = math.isinf %v : vector<4xf32>
  %2 = math.isnan %f : f32
  %3 = math.isnormal %t : tensor<?x4xf64>
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = math.clampf %f to [%g, %f] : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = math.clampf %f to [%g, %f] fastmath<nnan> : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = math.clampf %f, %g, %f : f32
  return
}
// -----
func.func @f(%i: i32) {
  %0 = math.exp %i : i32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = math.absi %f : f32
  return
}
// -----
func.func @f(%x: index) {
  %0 = math.ctlz %x : index
  return
}
// -----
func.func @f(%f: f32, %vi: vector<4xi32>) {
  %0 = math.fpowi %f, %vi : f32, vector<4xi32>
  return
}
// -----
func.func @f(%f: f32, %x: index) {
  %0 = math.fpowi %f, %x : f32, index
  return
}
// -----
func.func @f(%f: f32) {
  %0 = math.ipowi %f, %f : f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = math.atan2 %f : f32
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = math.fma %f, %g : f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = math.exp %f {a = 1} : f32
  return
}
// -----
func.func @f(%i: i32) {
  %0 = math.isnan %i : i32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = "math.isnan"(%f) : (f32) -> f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = "math.exp"(%f) : (f32) -> f64
  return
}
// -----
func.func @f(%f: f32) {
  %0 = math.sincos %f : f32
  return
}
// -----
func.func @f(%cf: complex<f32>) {
  %0 = complex.add %cf, %cf : complex<f32>
  %1 = complex.sub %cf, %cf fastmath<fast> : complex<f32>
  %2 = complex.mul %cf, %cf : complex<f32>
  %3 = complex.div %cf, %cf : complex<f32>
  return
}
// -----
func.func @f(%f: f32, %g: f32, %cf: complex<f32>) {
  %0 = complex.abs %cf : complex<f32>
  %1 = complex.angle %cf : complex<f32>
  %2 = complex.re %cf : complex<f32>
  %3 = complex.im %cf : complex<f32>
  %4 = complex.create %f, %g : complex<f32>
  return
}
// -----
func.func @f(%cf: complex<f32>) {
  %0 = complex.exp %cf : complex<f32>
  %1 = complex.expm1 %cf : complex<f32>
  %2 = complex.log %cf : complex<f32>
  %3 = complex.log1p %cf : complex<f32>
  %4 = complex.sqrt %cf : complex<f32>
  %5 = complex.rsqrt %cf : complex<f32>
  return
}
// -----
func.func @f(%i: i32, %cf: complex<f32>) {
  %0 = complex.sin %cf : complex<f32>
  %1 = complex.cos %cf : complex<f32>
  %2 = complex.tan %cf : complex<f32>
  %3 = complex.tanh %cf : complex<f32>
  %4 = complex.atan2 %cf, %cf : complex<f32>
  %5 = complex.pow %cf, %cf : complex<f32>
  %6 = complex.powi %cf, %i : complex<f32>, i32
  return
}
// -----
func.func @f(%cf: complex<f32>) {
  %0 = complex.neg %cf : complex<f32>
  %1 = complex.sign %cf : complex<f32>
  %2 = complex.conj %cf : complex<f32>
  %3 = complex.eq %cf, %cf : complex<f32>
  %4 = complex.neq %cf, %cf : complex<f32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [0.1, -1.0] : complex<f64>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [0.1, -1.0] : complex<f32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1 : i32, 2 : i32] : complex<i32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f32] : complex<f32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f32, 1.0 : f32, 2.0 : f32] : complex<f32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0 : f64, 2.0 : f32] : complex<f32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1, 2] : complex<f32>
  return
}
// -----
func.func @f() {
  %0 = complex.constant [1.0, 2.0] : f32
  return
}
// -----
func.func @f(%cf: complex<f32>) {
  %0 = complex.bitcast %cf : complex<f32> to i64
  %1 = complex.bitcast %0 : i64 to complex<f32>
  return
}
// -----
func.func @f(%cf: complex<f32>) {
  %0 = complex.bitcast %cf : complex<f32> to complex<f32>
  return
}
// -----
func.func @f(%cf: complex<f32>) {
  %0 = complex.bitcast %cf : complex<f32> to i32
  return
}
// -----
func.func @f(%i: i32) {
  %0 = complex.bitcast %i : i32 to f32
  return
}
// -----
func.func @f(%cd: complex<f64>) {
  %0 = complex.bitcast %cd : complex<f64> to complex<f32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = complex.add %f, %f : f32
  return
}
// -----
func.func @f(%cf: complex<f32>, %cd: complex<f64>) {
  %0 = complex.add %cf, %cd : complex<f32>
  return
}
// -----
func.func @f(%ci: complex<i32>) {
  %0 = complex.add %ci, %ci : complex<i32>
  return
}
// -----
func.func @f(%tc: tensor<4xcomplex<f32>>) {
  %0 = complex.add %tc, %tc : tensor<4xcomplex<f32>>
  return
}
// -----
func.func @f(%f: f32, %g: f32) {
  %0 = complex.create %f, %g : complex<f64>
  return
}
// -----
func.func @f(%f: f32, %i: i32) {
  %0 = complex.create %f, %i : complex<f32>
  return
}
// -----
func.func @f(%f: f32) {
  %0 = complex.re %f : f32
  return
}
// -----
func.func @f(%f: f32, %cf: complex<f32>) {
  %0 = complex.powi %cf, %f : complex<f32>, f32
  return
}
// -----
func.func @f(%cf: complex<f32>) {
  %0 = complex.abs %cf fastmath<fast> : complex<f32>
  return
}
// -----
func.func @f(%cf: complex<f32>) {
  %0 = complex.re %cf fastmath<fast> : complex<f32>
  return
}
// -----
func.func @f(%cf: complex<f32>) {
  %0 = "complex.abs"(%cf) : (complex<f32>) -> f64
  return
}
// -----
func.func @f(%x: index) {
  %0 = index.add %x, %x
  %1 = index.sub %x, %x
  %2 = index.mul %x, %x
  %3 = index.divs %x, %x
  %4 = index.divu %x, %x
  %5 = index.ceildivs %x, %x
  %6 = index.ceildivu %x, %x
  %7 = index.floordivs %x, %x
  return
}
// -----
func.func @f(%x: index) {
  %0 = index.rems %x, %x
  %1 = index.remu %x, %x
  %2 = index.maxs %x, %x
  %3 = index.maxu %x, %x
  %4 = index.mins %x, %x
  %5 = index.minu %x, %x
  return
}
// -----
func.func @f(%x: index) {
  %0 = index.shl %x, %x
  %1 = index.shrs %x, %x
  %2 = index.shru %x, %x
  %3 = index.and %x, %x
  %4 = index.or %x, %x
  %5 = index.xor %x, %x
  return
}
// -----
func.func @f(%i: i32, %x: index) {
  %0 = index.casts %x : index to i64
  %1 = index.castu %x : index to i32
  %2 = index.casts %i : i32 to index
  return
}
// -----
func.func @f(%x: index) {
  %0 = index.cmp eq(%x, %x)
  %1 = index.cmp ult(%x, %x)
  %2 = index.cmp sge(%x, %x)
  return
}
// -----
func.func @f() {
  %0 = index.constant 42
  %1 = index.constant -1
  %2 = index.bool.constant true
  %3 = index.bool.constant false
  %4 = index.sizeof
  return
}
// -----
func.func @f(%x: index) {
  %0 = index.cmp foo(%x, %x)
  return
}
// -----
func.func @f(%i: i32, %x: index) {
  %0 = index.add %i, %x
  return
}
// -----
func.func @f(%f: f32) {
  %0 = index.casts %f : f32 to index
  return
}
// -----
func.func @f(%x: index) {
  %0 = index.casts %x : index to index
  return
}
// -----
func.func @f(%i: i32) {
  %0 = index.casts %i : i32 to i64
  return
}
// -----
func.func @f() {
  %0 = index.constant 1.0
  return
}
// -----
func.func @f() {
  %0 = index.constant true
  return
}
// -----
func.func @f() {
  %0 = index.bool.constant 1
  return
}
// -----
func.func @f() {
  %0 = index.constant 99999999999999999999999
  return
}
// -----
func.func @f(%x: index) {
  %0 = index.cmp eq, %x, %x
  return
}
// -----
func.func @f() {
  %0 = ub.poison : i32
  %1 = ub.poison : vector<4xf32>
  %2 = ub.poison <#ub.poison> : i32
  return
}
// -----
func.func @f() {
  %0 = ub.poison
  return
}
// -----
func.func @f() {
  cf.br ^bb1
  ^bb1:
  return
}
// -----
func.func @f(%i: i32) {
  cf.br ^bb1(%i : i32)
  ^bb1(%z: i32):
  return
}
// -----
func.func @f(%i: i32) {
  cf.br ^bb1(%i : i32)
  ^bb1(%z: f32):
  return
}
// -----
func.func @f(%i: i32) {
  cf.br ^bb1(%i : i32)
  ^bb1:
  return
}
// -----
func.func @f() {
  cf.br ^bb2
  return
}
// -----
func.func @f() {
  cf.br ^bb1 {a = 1}
  ^bb1:
  return
}
// -----
func.func @f(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb1
  ^bb1:
  return
}
// -----
func.func @f(%f: f32, %g: f32, %i: i32, %c: i1) {
  cf.cond_br %c, ^bb1(%i : i32), ^bb2(%f, %g : f32, f32)
  ^bb1(%z: i32):
    cf.br ^bb3
  ^bb2(%y: f32, %w: f32):
    cf.br ^bb3
  ^bb3:
  return
}
// -----
func.func @f(%c: i1) {
  cf.cond_br %c weights([90, 10]), ^bb1, ^bb1
  ^bb1:
  return
}
// -----
func.func @f(%c: i1) {
  cf.cond_br %c weights([90]), ^bb1, ^bb1
  ^bb1:
  return
}
// -----
func.func @f(%c: i1) {
  cf.cond_br %c weights([0, 0]), ^bb1, ^bb1
  ^bb1:
  return
}
// -----
func.func @f(%c: i1) {
  cf.cond_br %c weights([-1, 2]), ^bb1, ^bb1
  ^bb1:
  return
}
// -----
func.func @f(%i: i32) {
  cf.cond_br %i, ^bb1, ^bb1
  ^bb1:
  return
}
// -----
func.func @f(%c: i1) {
  cf.cond_br %c, ^bb1
  ^bb1:
  return
}
// -----
func.func @f(%i: i32, %c: i1) {
  cf.cond_br %c, ^bb1(%i), ^bb1
  ^bb1:
  return
}
// -----
func.func @f(%i: i32) {
  cf.switch %i : i32, [ default: ^bb1, 1: ^bb1, 42: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%f: f32, %g: f32, %i: i32) {
  cf.switch %i : i32, [ default: ^bb1(%f : f32), 1: ^bb2(%i : i32), -42: ^bb1(%g : f32) ]
  ^bb1(%y: f32):
  cf.br ^bb3
  ^bb2(%z: i32):
  cf.br ^bb3
  ^bb3:
  return
}
// -----
func.func @f(%i: i32) {
  cf.switch %i : i32, [ default: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: i32) {
  cf.switch %i : i32, []
  ^bb1:
  return
}
// -----
func.func @f(%i: i32) {
  cf.switch %i : i32, [ default ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: i32) {
  cf.switch %i : i64, [ default: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%x: index) {
  cf.switch %x : index, [ default: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%f: f32) {
  cf.switch %f : f32, [ default: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: i32) {
  cf.switch %i : i32, [ default: ^bb1, 1: ^bb1, 1: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: i32) {
  cf.switch %i : i32, [ default: ^bb1, 1 ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: i32) {
  cf.switch %i : i32, [ 1: ^bb1, default: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: i32) {
  cf.switch %i : i32, [ default: ^bb1, 1: ^bb1 ] {a = 1}
  ^bb1:
  return
}
// -----
func.func @f(%c: i1) {
  cf.assert %c, "msg"
  return
}
// -----
func.func @f(%c: i1) {
  cf.assert %c, "msg \22quoted\22\n" {a = 1}
  return
}
// -----
func.func @f(%c: i1) {
  cf.assert %c
  return
}
// -----
func.func @f(%i: i32) {
  cf.assert %i, "msg"
  return
}
// -----
func.func @f(%c: i1) {
  cf.assert %c, 5
  return
}
// -----
func.func @f()
// -----
func.func private @f()
// -----
func.func public @f() { return }
// -----
func.func private @f(i32, tensor<?xf32>) -> (i32, f32)
// -----
func.func private @f(i32) -> i32 attributes {a = 1}
// -----
func.func private @f(i32 {a.b}, f32 {a.c = 5 : i32}) -> (i32 {a.d}, f32)
// -----
func.func private @f(%a: i32, %b: i32)
// -----
func.func @f(%a: i32 {a.b = "x"}) -> (i32 {a.c}) { return %a : i32 }
// -----
func.func @f(%a: i32, %a: i32) { return }
// -----
func.func @f(%a: i32, i32) { return }
// -----
func.func nested @f() { return }
// -----
func.func nested @f()
// -----
func.func private @f() attributes {sym_visibility = "private"}
// -----
func.func @f() attributes {sym_name = "g"} { return }
// -----
func.func @f() attributes {function_type = () -> ()} { return }
// -----
func.func @"a b"() { return }
// -----
func.func @f(i32 {b}) { return }
// -----
func.func private @f(i32 {b})
// -----
func.func private @f() -> (i32 {b})
// -----
func.func private @f(...)
// -----
func.func private @f(i32, ...)
// -----
func.func @f() -> i32 { return }
// -----
func.func @f() -> i32 { %0 = arith.constant 1 : i64 return %0 : i64 }
// -----
func.func @f() { }
// -----
func.func @f() { %0 = arith.constant 1 : i64 }
// -----
func.func @f() -> () { return }
// -----
func.func @f() -> (i32, i64) { %0 = arith.constant 1 : i32 return %0, %0 : i32, i32 }
// -----
func.func @f() attributes {no_inline} { return }
// -----
func.func private @g() attributes {no_inline, llvm.emit_c_interface}
// -----
func.func @f() { func.call @g() : () -> () return }
// -----
func.func @f() { func.call @f() {no_inline} : () -> () return }
// -----
func.func @f() { %0 = call @f() : () -> i32 return }
// -----
func.func @f(%a: i32) { call @f() : () -> () return }
// -----
func.func @f(%a: i32) { call @f(%a) : (f32) -> () return }
// -----
module @g { func.func @f() { call @g() : () -> () return } }
// -----
module { module @g { func.func private @h() } func.func @f() { call @g::@h() : () -> () return } }
// -----
func.func @f() { return } func.func @f() { return }
// -----
func.func @f() { %f = constant @f : () -> () call_indirect %f() : () -> () return }
// -----
func.func @f() { %f = constant @f : () -> i32 return }
// -----
func.func @f() { %f = constant @g : () -> () return }
// -----
func.func @f() { %f = func.constant @f : () -> () func.call_indirect %f() {a} : () -> () func.return {b} }
// -----
func.func @f(%a: i32) { call_indirect %a() : () -> () return }
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{function_type = i32, sym_name = "f"}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{sym_name = "f"}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{function_type = () -> ()}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f", arg_attrs = [{}]}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f", arg_attrs = [{a.b}]}> ({ ^bb0(%a: i32): "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f", arg_attrs = [5]}> ({ ^bb0(%a: i32): "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "foo"}> ({ "func.return"() : () -> () }) : () -> ()
// -----
func.func @f() { func.func @g() { return } return }
// -----
return
// -----
func.func @f() { return return }
// -----
func.func @f(%a: i32) -> i32 { cf.br ^a(%a : i32) ^a(%b: i32): return %b : i32 }
// -----
func.func @f(%a: i32 loc("x")) { return loc("y") } loc("z")
// -----
func.func @f(%a: !foo.bar) { return }
// -----
func.func private @f(none, index, complex<f32>, tuple<i32, f32>, tuple<>, (i32) -> f32, () -> (), (i32, i32) -> (f32, f32), memref<*xf32>, tensor<*xf32>, vector<f32>, si4, ui4, i1, i16777215)
// -----
func.func private @f(i16777216)
// -----
func.func private @f(i0)
// -----
func.func private @f(tensor<1x2xvector<4xf32>>, memref<2x?xf32, 5>, memref<2xf32, #gpu.address_space<workgroup>>, memref<2x3xf32, affine_map<(d0,d1)->(d1,d0)>>, memref<2xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[2], offset: 4>, "x">)
