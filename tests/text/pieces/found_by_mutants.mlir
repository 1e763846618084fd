func.func private @f(memref<4x4xf32, 0>, memref<*xf32, 0>, memref<4xf32, 0 : i32>, memref<4xf32, strided<[1], offset: 3>, 0>)
// -----
func.func @f(%m: memref<4xf32, 0>) -> memref<4xf32> { return %m : memref<4xf32, 0> }
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = memref.cast %m : memref<4x4xf32> to memref<4x4xf32, 0>
  return
}
// -----
func.func @f() {
  %0 = memref.alloc() : memref<4xf32, 0 : i8>
  return
}
// -----
func.func private @g() loc("f":4294967295:4294967295)
// -----
func.func private @g() loc("f":4294967296:1)
// -----
func.func private @g() loc("f":1:4294967296)
// -----
func.func private @g() loc("f":1:2 to 3:4294967296)
// -----
func.func private @g() loc("f":1:2 to 4294967296:4)
// -----
func.func @f(%a: tensor<4xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4xf32>)
  return
}
// -----
gpu.module @m <#gpu.select_object<-1>> [#nvvm.target] { }
// -----
gpu.module @m <8> { }
// -----
gpu.module @m <#gpu.select_object<#rocdl.target>> { }
// -----
gpu.binary @m <8> [#gpu.object<#nvvm.target, "x">]
// -----
func.func @f(%i: i128) {
  cf.switch %i : i128, [ default: ^bb1, 3: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: i256) {
  cf.switch %i : i256, [ default: ^bb1, 3: ^bb1 ]
  ^bb1:
  return
}
// -----
func.func @f(%i: i128) {
  "cf.switch"(%i)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<3> : vector<1xi128>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i128) -> ()
  ^bb1:
  return
}
// -----
func.func @f(%i: i64) {
  "cf.switch"(%i)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<3> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i64) -> ()
  ^bb1:
  return
}
// -----
func.func @f(%i: i64) {
  "cf.switch"(%i)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = [3], operandSegmentSizes = array<i32: 1, 0, 0>}> : (i64) -> ()
  ^bb1:
  return
}
// -----
func.func @f(%i: i64) {
  "cf.switch"(%i)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<3.0> : vector<1xf32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i64) -> ()
  ^bb1:
  return
}
// -----
func.func @f(%v: f32) {
  vector.print %v : f32 punctuation <open> punctuation <newline>
  return
}
// -----
func.func @f(%v: f32) {
  vector.print punctuation <open> str "x"
  return
}
// -----
func.func @f(%v: f32) {
  vector.print str "x" str "y"
  return
}
// -----
func.func @f(%i: index) {
  affine.for %a = -0 to 4 { }
  return
}
// -----
func.func @f(%i: index) {
  affine.for %a = 0 to -0 { }
  return
}
// -----
func.func @f(%i: index) {
  affine.for %a = 0 to 4 step -0 { }
  return
}
// -----
module attributes {sym_visibility = "foo"} {}
// -----
module @x attributes {sym_visibility = "foo"} {}
// -----
func.func private @f(tensor<4xf32,>, tensor<?x2xindex , >)
// -----
func.func private @f(tensor<*xf32,>)
// -----
func.func private @f(tensor<4xf32, ,>)
// -----
func.func private @f(tensor<4xf32, "a">)
// -----
func.func private @f(tensor<4xf32, "a",>)
// -----
func.func private @f(memref<4xf32,>)
// -----
func.func private @f(vector<4xf32,>)
// -----
func.func private @f(tuple<i32,>)
// -----
"ml_program.global"() <{is_mutable, sym_name = "c", type = 4}> : () -> ()
// -----
func.func @f(%f: f32) { linalg.yield %f : f32 }
// -----
func.func @f(%f: f32, %c: i1) { scf.if %c { linalg.yield %f : f32 } return }
