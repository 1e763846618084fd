module attributes {a.x = #foo.bar, a.y = #foo<bar>} {}
// -----
module attributes {a.z = #foo.bar<1, [2, {3}], "x">} {}
// -----
module attributes {a.w = #foo<"bar baz">} {}
// -----
module attributes {a.x = !foo.bar, a.y = !foo<bar>, a.z = !foo.bar<i32, 4x?xf32>, a.w = tensor<4x!foo.x>} {}
// -----
module attributes {a.x = dense<["a", "b"]> : tensor<2x!foo.str>, a.y = dense<"q"> : tensor<4x!foo.s>} {}
// -----
module attributes {a.x = sparse<[0, 1, 2], ["a", "b", "c"]> : tensor<3x!foo.str>} {}
// -----
module attributes {a.x = #foo.bar<(1, 2)>} {}
// -----
module attributes {a.x = #foo.bar<1 -> 2>, a.y = #foo.bar<"a>b">, a.z = #foo.bar<[<>]>} {}
// -----
"foo.op"() : () -> ()
// -----
func.func @f(%a: i32) { %0:2 = "foo.op"(%a, %a) {x = 1} : (i32, i32) -> (i32, f32) "foo.use"(%0#1) : (f32) -> () return }
// -----
func.func @f(%a: i32) { "foo.br"(%a)[^b, ^c] : (i32) -> () ^b: return ^c: return }
// -----
func.func @f(%a: i32) { "foo.region"() ({ ^bb0(%x: i32): "foo.yield"(%x) : (i32) -> () }, { }) : () -> () return }
// -----
func.func @f(%a: i32) { %0 = "foo.region"() <{p = 1 : i32}> ({ "foo.a"() : () -> () ^b: "foo.t"()[^b] : () -> () }) {q} : () -> tensor<*x!foo.e> return }
// -----
func.func @f(%a: !foo.t<4>, %b: tensor<2x!foo.t>, %c: memref<2x!foo.t>, %d: tuple<!foo.a, i32>) { return }
// -----
func.func private @f(vector<4x!foo.bar>)
// -----
func.func private @f(complex<!foo.bar>)
// -----
func.func private @f(memref<4xf32, #foo.layout, 3>)
// -----
module { "foo.graph"() ({ %0 = "foo.a"(%1) : (i32) -> i32 %1 = "foo.b"(%0) : (i32) -> i32 }) : () -> () }
// -----
module { %0 = "foo.a"() : () -> i32 func.func @f() { "foo.use"(%0) : (i32) -> () return } }
// -----
func.func @f() { "foo.a"(%x) : (i32) -> () return }
// -----
func.func @f() { %0 = "foo.a"() : () -> i32 "foo.b"(%0) : (i64) -> () return }
// -----
func.func @f() { %x:3 = "foo.a"() : () -> (i32, i32, i32) "foo.b"(%x#2, %x#0) : (i32, i32) -> () return }
// -----
func.func @f() { %x:2 = "foo.a"() : () -> (i32, i32, i32) return }
// -----
func.func @f() { "foo.a"() {a = #foo.x, "b c" = !foo.y, d = {e = @f}} : () -> () return }
// -----
func.func @f() { "foo.a"() ({ ^bb0: }) : () -> () return }
// -----
"foo.sym"() {sym_name = "x"} : () -> ()
// -----
func.func @f(%a: tensor<4xf32, #foo.e>) { %0 = tensor.cast %a : tensor<4xf32, #foo.e> to tensor<?xf32, #foo.e> return }
// -----
func.func @f() { ""() : () -> () return }
// -----
func.func @f(%i: index) { affine.for %a = 0 to 4 { %0 = "foo.get"(%a) : (index) -> f32 } return }
// -----
func.func @f(%i: index) { scf.for %a = %i to %i step %i { "foo.get"(%a) : (index) -> () } return }
// -----
func.func @f() {
  "foo.op"() : () -> ()
  return
}
// -----
func.func @f() {
  "foo.op"() ({ }) : () -> ()
  return
}
// -----
func.func @f() {
  "foo.op"() ({
  ^bb0:
  }) : () -> ()
  return
}
// -----
func.func @f() {
  %0:2 = "foo.op"() {a = !foo.bar<x>, b = #foo.baz<"y">} : () -> (i32, !foo.x)
  return
}
// -----
func.func @f() {
  "foo"() : () -> ()
  return
}
// -----
func.func @f() {
  foo
  return
}
// -----
func.func @f() {
  %0 = "op"() : () -> i32
  return
}
// -----
func.func @f() {
"return"() : () -> ()
}
// -----
func.func @f() {
return
}
// -----
func.func @f() {
  "foo.bar"() ({
  func.return
  }) : () -> ()
  return
}
// -----
func.func @f() {
  "foo.bar"() <{a = 1}> {b} : () -> ()
  return
}
// -----
func.func @f() {
  "foo.bar"() [^bb1] : () -> ()
  ^bb1:
  return
}
// -----
func.func @f() {
  "test.x"() {x = "a" : i3} : () -> () loc("x":1:2 to 3:4)
  return
}
