// only a comment
// -----
func.func @f(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 step 0 { }
  return
}
// -----
func.func @f(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 step -1 { }
  return
}
// -----
func.func @f(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 step 3 { }
  return
}
// -----
func.func @f() {
  affine.parallel (%i) = (0) to (8) step (0) { }
  return
}
// -----
func.func @f() {
  affine.parallel (%i) = (0) to (8) step (-2) { }
  return
}
// -----
func.func @f() {
  affine.parallel (%i, %j) = (0, 0) to (8, 8) step (2, 0) { }
  return
}
// -----
func.func @f() {
  affine.parallel (%i, %j) = (0, 0) to (8, 8) step (2) { }
  return
}
// -----
func.func @f() {
  affine.parallel (%i, %j) = (0, 0) to (8, 8) step (2, 3, 4) { }
  return
}
// -----
func.func @f() {
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 0 : index, upperBoundMap = affine_map<() -> (8)>}> ({
  ^bb0(%i: index):
  "affine.yield"() : () -> ()
  }) : () -> ()
  return
}
// -----
func.func @f() {
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [0], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (8)>}> ({
  ^bb0(%i: index):
  "affine.yield"() : () -> ()
  }) : () -> ()
  return
}
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4x?xf32> {
  ^bb0(%a: f32): memref.atomic_yield %a : f32 }
  return
}
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i, %i, %i] : memref<4x?xf32> {
  ^bb0(%a: f32): memref.atomic_yield %a : f32 }
  return
}
// -----
func.func @f(%m: memref<f32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[] : memref<f32> {
  ^bb0(%a: f32): memref.atomic_yield %a : f32 }
  return
}
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i, %i] : memref<4x?xf32> {
  ^bb0(%a: f32): memref.atomic_yield %a : f32 }
  return
}
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i, %i] : memref<4x?xf32> {
  ^bb0(%a: i32): memref.atomic_yield %a : i32 }
  return
}
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i, %i] : memref<4x?xf32> {
  ^bb0(%a: f32, %b: f32): memref.atomic_yield %a : f32 }
  return
}
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i, %i] : memref<4x?xf32> {
  ^bb0(%a: f32): %z = arith.constant 0 : i32 memref.atomic_yield %z : i32 }
  return
}
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i, %i] : memref<4x?xf32> {
  ^bb0(%a: f32): memref.store %a, %m[%i, %i] : memref<4x?xf32> memref.atomic_yield %a : f32 }
  return
}
// -----
func.func @f(%m: memref<12xf32>) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
  return
}
// -----
func.func @f(%m: memref<12xf32>) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [3, 5] : memref<12xf32> into memref<3x5xf32>
  return
}
// -----
func.func @f(%m: memref<12xf32>) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xf32> into memref<4x3xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%i, 4] : memref<?xf32> into memref<?x4xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<?xf32> into memref<3x4xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%i, %i] : memref<?xf32> into memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<12xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%i, 4] : memref<12xf32> into memref<?x4xf32>
  return
}
// -----
func.func @f(%m: memref<12xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0], [1]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
  return
}
// -----
func.func @f(%m: memref<12xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0]] output_shape [12] : memref<12xf32> into memref<12xf32>
  return
}
// -----
func.func @f(%m: memref<12xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [12] : memref<12xf32> into memref<12xf32>
  return
}
// -----
func.func @f(%m: memref<f32>, %i: index) {
  %0 = memref.expand_shape %m [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  return
}
// -----
func.func @f(%m: memref<f32>, %i: index) {
  %0 = memref.expand_shape %m [] output_shape [2] : memref<f32> into memref<2xf32>
  return
}
// -----
func.func @f(%m: memref<12x8xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1], [3]] output_shape [3, 4, 8] : memref<12x8xf32> into memref<3x4x8xf32>
  return
}
// -----
func.func @f(%m: memref<12x8xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1], [1, 2]] output_shape [3, 4, 8] : memref<12x8xf32> into memref<3x4x8xf32>
  return
}
// -----
func.func @f(%m: memref<12x8xf32>, %i: index) {
  %0 = memref.expand_shape %m [[1, 0], [2]] output_shape [3, 4, 8] : memref<12x8xf32> into memref<3x4x8xf32>
  return
}
// -----
func.func @f(%m: memref<12x8xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 4, 8] : memref<12x8xf32> into memref<3x4x8xi32>
  return
}
// -----
func.func @f(%m: memref<12x8xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 4, 8] : memref<12x8xf32> into memref<3x4x8xf32, 1>
  return
}
// -----
func.func @f(%m: memref<12x8xf32, strided<[8, 1], offset: 4>>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 4, 8] : memref<12x8xf32, strided<[8, 1], offset: 4>> into memref<3x4x8xf32, strided<[32, 8, 1], offset: 4>>
  return
}
// -----
func.func @f(%m: memref<12x8xf32, strided<[8, 1], offset: 4>>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 4, 8] : memref<12x8xf32, strided<[8, 1], offset: 4>> into memref<3x4x8xf32>
  return
}
// -----
func.func @f(%m: memref<12x8xf32, strided<[?, 1], offset: ?>>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 4, 8] : memref<12x8xf32, strided<[?, 1], offset: ?>> into memref<3x4x8xf32, strided<[?, ?, 1], offset: ?>>
  return
}
// -----
func.func @f(%m: memref<12x8xf32, strided<[?, 1], offset: ?>>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [3, 4, 2, 4] : memref<12x8xf32, strided<[?, 1], offset: ?>> into memref<3x4x2x4xf32, strided<[?, ?, 4, 1], offset: ?>>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%i, 4, %i] : memref<?x?xf32> into memref<?x4x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%i, 4] : memref<?x?xf32> into memref<?x4x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %i: index) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, %i] : memref<?x?xf32> into memref<?x4x?xf32>
  return
}
// -----
func.func @f(%m: memref<3x4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32> into memref<12xf32>
  return
}
// -----
func.func @f(%m: memref<3x4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32> into memref<13xf32>
  return
}
// -----
func.func @f(%m: memref<3x4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32> into memref<?xf32>
  return
}
// -----
func.func @f(%m: memref<?x4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  return
}
// -----
func.func @f(%m: memref<?x4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<12xf32>
  return
}
// -----
func.func @f(%m: memref<?x4xf32>) {
  %0 = memref.collapse_shape %m [[0], [1]] : memref<?x4xf32> into memref<?x4xf32>
  return
}
// -----
func.func @f(%m: memref<?x4xf32>) {
  %0 = memref.collapse_shape %m [[0]] : memref<?x4xf32> into memref<?xf32>
  return
}
// -----
func.func @f(%m: memref<1x1xf32>) {
  %0 = memref.collapse_shape %m [] : memref<1x1xf32> into memref<f32>
  return
}
// -----
func.func @f(%m: memref<1x2xf32>) {
  %0 = memref.collapse_shape %m [] : memref<1x2xf32> into memref<f32>
  return
}
// -----
func.func @f(%m: memref<f32>) {
  %0 = memref.collapse_shape %m [] : memref<f32> into memref<f32>
  return
}
// -----
func.func @f(%m: memref<3x4x5xf32>) {
  %0 = memref.collapse_shape %m [[0, 1], [1, 2]] : memref<3x4x5xf32> into memref<12x5xf32>
  return
}
// -----
func.func @f(%m: memref<3x4x5xf32>) {
  %0 = memref.collapse_shape %m [[0, 2], [1]] : memref<3x4x5xf32> into memref<15x4xf32>
  return
}
// -----
func.func @f(%m: memref<3x4xf32, strided<[8, 1]>>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32, strided<[8, 1]>> into memref<12xf32, strided<[1]>>
  return
}
// -----
func.func @f(%m: memref<3x4xf32, strided<[4, 1], offset: 3>>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32, strided<[4, 1], offset: 3>> into memref<12xf32, strided<[1], offset: 3>>
  return
}
// -----
func.func @f(%m: memref<3x4xf32, strided<[4, 1], offset: 3>>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32, strided<[4, 1], offset: 3>> into memref<12xf32>
  return
}
// -----
func.func @f(%m: memref<3x4xf32, strided<[?, 1], offset: 3>>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32, strided<[?, 1], offset: 3>> into memref<12xf32, strided<[1], offset: 3>>
  return
}
// -----
func.func @f(%m: memref<1x4xf32, strided<[?, 2], offset: 3>>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<1x4xf32, strided<[?, 2], offset: 3>> into memref<4xf32, strided<[2], offset: 3>>
  return
}
// -----
func.func @f(%m: memref<3x4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32> into memref<12xi32>
  return
}
// -----
func.func @f(%m: memref<3x4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32> into memref<12xf32, 2>
  return
}
// -----
func.func @f(%m: memref<3x4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1, 2]] : memref<3x4xf32> into memref<12xf32>
  return
}
// -----
func.func @f(%m: memref<3x4xf32>) {
  %0 = memref.collapse_shape %m [[-1, 1]] : memref<3x4xf32> into memref<12xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>) {
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>) {
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xi32>
  return
}
// -----
func.func @f(%m: memref<?xf32>) {
  %0 = bufferization.clone %m : memref<?xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>) {
  %0 = bufferization.clone %m : memref<?xf32> to memref<4x4xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>) {
  %0 = bufferization.clone %m : memref<?xf32> to memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>) {
  %0 = bufferization.clone %m : memref<?xf32> to memref<*xi32>
  return
}
// -----
func.func @f(%m: memref<*xf32>) {
  %0 = bufferization.clone %m : memref<*xf32> to memref<?xf32>
  return
}
// -----
func.func @f(%m: memref<?xf32>) {
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32, 1>
  return
}
// -----
func.func @f(%m: memref<3xf32>) {
  %0 = bufferization.clone %m : memref<3xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<3xf32>) {
  %0 = bufferization.clone %m : memref<3xf32> to memref<3xf32, strided<[?], offset: ?>>
  return
}
// -----
func.func @f(%a: i32) {
  %0 = "arith.addi"(%a, %a) <{foo = 1 : i32}> : (i32, i32) -> i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = "arith.addi"(%a, %a) <{overflowFlags = #arith.overflow<nsw>, foo}> : (i32, i32) -> i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = "arith.addi"(%a, %a) {foo = 1 : i32} : (i32, i32) -> i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = "arith.addi"(%a, %a) <{}> : (i32, i32) -> i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = "arith.xori"(%a, %a) <{}> : (i32, i32) -> i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = "arith.xori"(%a, %a) <{foo}> : (i32, i32) -> i32
  return
}
// -----
func.func @f() {
  "func.call"() <{callee = @f, foo = 1}> : () -> ()
  return
}
// -----
"func.func"() <{sym_name = "f", function_type = () -> (), foo}> ({
"func.return"() : () -> ()
}) : () -> ()
// -----
"builtin.module"() <{foo}> ({}) : () -> ()
// -----
"builtin.module"() <{sym_name = "x"}> ({}) : () -> ()
// -----
func.func @f() {
  "test"() {a = "x" : i32} : () -> ()
  return
}
// -----
func.func @f() {
  %0 = arith.constant {a = "x" : i32} 1 : i32
  return
}
// -----
func.func @f() {
  %0 = arith.constant {a = "x" : index} 1 : i32
  return
}
// -----
func.func @f() {
  %0 = arith.constant {a = ["x" : f32, "y", "z" : none]} 1 : i32
  return
}
// -----
module attributes {a.b = "x" : i32} {}
// -----
module attributes {a.b = "x" : tensor<?xf32>} {}
// -----
module attributes {a.b = "x" : !foo.bar} {}
// -----
module attributes {a.b = "x" : none} {}
// -----
module attributes {a.b = array<i128: 1>} {}
// -----
module attributes {a.b = array<i128: 1, -1, 340282366920938463463374607431768211455>} {}
// -----
module attributes {a.b = array<i128>} {}
// -----
module attributes {a.b = array<i256: 5>} {}
// -----
module attributes {a.b = array<i24: 5>} {}
// -----
module attributes {a.b = array<i7: 5>} {}
// -----
module attributes {a.b = array<i4: 5>} {}
// -----
module attributes {a.b = array<index: 5>} {}
// -----
module attributes {a.b = array<si32: 5>} {}
// -----
module attributes {a.b = array<bf16: 5.0>} {}
// -----
module attributes {a.b = array<f16: 5.0>} {}
// -----
module attributes {a.b = array<f128: 5.0>} {}
// -----
module attributes {a.b = array<f80: 5.0>} {}
// -----
module attributes {a.b = array<f8E5M2: 5.0>} {}
// -----
module attributes {a.b = array<i1: true, false, 1, 0>} {}
// -----
module attributes {a.b = array<i1: 2>} {}
// -----
module attributes {a.b = array<i8: 255, -128>} {}
// -----
module attributes {a.b = array<i8: 256>} {}
// -----
module attributes {a.b = array<i8: -129>} {}
// -----
module attributes {a.b = array<i32: 1.0>} {}
// -----
module attributes {a.b = array<f32: 1>} {}
// -----
module attributes {a.b = array<f32: 0x7FC00000, 1.0, -2.5e3>} {}
// -----
module attributes {a.b = array<tensor<1xf32>: 1>} {}
// -----
module attributes {a.b = array<i32: 1, >} {}
// -----
module attributes {a.b = array<i32: >} {}
// -----
module attributes {a.b = array<i32: true>} {}
// -----
module attributes {a.b = array<i8: true>} {}
// -----
module attributes {a.b = array<i32 1>} {}
// -----
func.func private @f(memref<2x3xf32, affine_map<(d0, d1) -> (d0 * 3, d1)>, affine_map<(d0, d1) -> (d0 + d1)>>)
// -----
func.func private @f(memref<2x3xf32, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0 + d1)>>)
// -----
func.func private @f(memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>, 2>)
// -----
func.func private @f(memref<2x3xf32, 2, affine_map<(d0, d1) -> (d1, d0)>>)
// -----
func.func private @f(memref<2x3xf32, 2, 3>)
// -----
func.func private @f(memref<2x3xf32, strided<[3, 1]>, 2, 3>)
// -----
func.func private @f(memref<2x3xf32, strided<[3, 1]>, affine_map<(d0, d1) -> (d1, d0)>>)
// -----
func.func private @f(memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>, strided<[3, 1]>>)
// -----
func.func private @f(memref<2x3xf32, affine_map<(d0) -> (d0)>>)
// -----
func.func private @f(memref<2x3xf32, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0 + d1)>>)
// -----
func.func private @f(memref<2x3xf32, >)
// -----
func.func private @f(memref<2x3xf32, "space">)
// -----
func.func private @f(memref<2x3xf32, affine_map<(d0, d1) -> (d0, d1)>, "space">)
// -----
func.func private @f() loc("f":1:2 to 3:4)
// -----
func.func private @f() loc("f":1:2 to :4)
// -----
func.func private @f() loc("f":1:2 to 1:4)
// -----
func.func private @f() loc("f":1:2 to 1:2)
// -----
func.func private @f() loc("f":1:2 to :2)
// -----
func.func private @f() loc("f":1 to 3)
// -----
func.func private @f() loc("f":1 to 3:4)
// -----
func.func private @f() loc("f":1:2 to 3)
// -----
func.func private @f() loc("f":1)
// -----
func.func private @f() loc("f":1:2)
// -----
func.func private @f() loc("f":1:2 to)
// -----
func.func private @f() loc(callsite("f":1:2 to 3:4 at "g":1:2 to :5))
// -----
func.func private @f() loc(fused["f":1:2 to 3:4, "f":1:2])
// -----
#loc = loc("f":1:2 to 3:4)
func.func private @f() loc(#loc)
// -----
module attributes {a.b = loc("f":1:2 to 3:4)} {}
// -----
module attributes {a.b = loc("f":1:2 to :4), a.c = loc("f":1), a.d = loc("f":1:2 to 1:2)} {}
// -----
module attributes {a.b = loc("f":1:0 to :4), a.c = loc("f":1 to 2), a.d = loc("f":1:2 to 5)} {}
// -----
func.func @f(%x: index) {
  gpu.launch blocks(%a, %b, %c) in (%d = %x, %e = %x, %g = %x) threads(%h, %i, %j) in (%k = %x, %l = %x, %m = %x) workgroup(%w : memref<4xf32, 3>, %v : memref<4xf32, #gpu.address_space<workgroup>>) private(%p : memref<1xf32, 5>) { gpu.terminator }
  return
}
// -----
func.func @f(%x: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%sz_bx = %x, %sz_by = %x, %sz_bz = %x) threads(%tx, %ty, %tz) in (%sz_tx = %x, %sz_ty = %x, %sz_tz = %x) private(%p : memref<1xf32, 5>) { memref.load %p[%bx] : memref<1xf32, 5> gpu.terminator }
  return
}
// -----
func.func @f(%x: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%sz_bx = %x, %sz_by = %x, %sz_bz = %x) threads(%tx, %ty, %tz) in (%sz_tx = %x, %sz_ty = %x, %sz_tz = %x) private(%p : memref<1xf32, 5>) { %v = memref.load %p[%bx] : memref<1xf32, 5> gpu.terminator }
  return
}
// -----
func.func @f(%x: index) {
  gpu.launch clusters(%cx, %cy, %cz) in (%scx = %x, %scy = %x, %scz = %x) blocks(%bx, %by, %bz) in (%sz_bx = %x, %sz_by = %x, %sz_bz = %x) threads(%tx, %ty, %tz) in (%sz_tx = %x, %sz_ty = %x, %sz_tz = %x) workgroup(%p : memref<1xf32, 3>) { gpu.terminator }
  return
}
// -----
gpu.module @m { gpu.func @k(%a: f32) workgroup(%w : memref<4xf32, 3>, %v : memref<8xi8, 3>) private(%p : memref<1xf32, 5>) kernel { gpu.return } }
// -----
gpu.module @m { gpu.func @k(%a: f32) workgroup(%w : memref<4xf32, 3> {llvm.align = 16 : i64}) private(%p : memref<1xf32, 5> {a.b}) { gpu.return } }
// -----
gpu.module @m { gpu.func @k(%a: f32) workgroup(%w : f32) { gpu.return } }
// -----
gpu.module @m { gpu.func @k(%a: f32) private(%w : memref<1xf32, 3>) { gpu.return } }
// -----
gpu.module @m { gpu.func @k(%a: f32) workgroup(%w : memref<1xf32>) { gpu.return } }
// -----
gpu.module @m { gpu.func @k(%a: f32) workgroup(%w : memref<1xf32, #gpu.address_space<private>>) { gpu.return } }
// -----
!a.b = i32
func.func private @f(!a.b)
// -----
!a = i32
func.func private @f(!a)
// -----
#a.b = 3 : i32
module attributes {x.y = #a.b} {}
// -----
#a-b = 3 : i32
module attributes {x.y = #a-b} {}
// -----
#a$b = 3 : i32
module attributes {x.y = #a$b} {}
// -----
#a.loc = loc("x")
module {} loc(#a.loc)
