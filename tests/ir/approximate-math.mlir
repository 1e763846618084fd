// RUN: asyncir opt %s -p approximate-math | filecheck %s

// The function becomes a quotient of polynomials, of a number that is not too large.
// CHECK-LABEL: func.func @tanh
// CHECK: linalg.generic
// CHECK: arith.maximumf
// CHECK: arith.minimumf
// CHECK-COUNT-6: arith.addf
// CHECK: arith.divf
// CHECK-NOT: math.tanh
// CHECK: return
func.func @tanh(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32):
    %t = math.tanh %a : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Other types stay, and so does what is computed of one number.
// CHECK-LABEL: func.func @others
// CHECK: math.tanh {{.*}} : f64
// CHECK: math.tanh {{.*}} : f32
func.func @others(%x: tensor<8xf64>, %n: f32) -> (tensor<8xf64>, f32) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x : tensor<8xf64>) {
  ^bb0(%a: f64):
    %t = math.tanh %a : f64
    linalg.yield %t : f64
  } -> tensor<8xf64>
  %1 = math.tanh %n : f32
  return %0, %1 : tensor<8xf64>, f32
}
