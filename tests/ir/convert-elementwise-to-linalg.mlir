// RUN: asyncir opt %s -p convert-elementwise-to-linalg | filecheck %s

// The op is executed on numbers, and its first operand of the right type is the destination.
// CHECK-LABEL: func.func @sum
// CHECK: linalg.generic
// CHECK-SAME: ins(%a, %b : tensor<?x4xf32>, tensor<?x4xf32>) outs(%a : tensor<?x4xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[Y]] fastmath<nnan> : f32
// CHECK-NEXT: linalg.yield %[[S]] : f32
func.func @sum(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = arith.addf %a, %b fastmath<nnan> : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Where no operand has the result's type, there is a new tensor as large as the first one.
// CHECK-LABEL: func.func @compared
// CHECK: %[[Z:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[D:.*]] = tensor.dim %a, %[[Z]] : tensor<?x4xf32>
// CHECK-NEXT: %[[E:.*]] = tensor.empty(%[[D]]) : tensor<?x4xi1>
// CHECK-NEXT: linalg.generic
// CHECK-SAME: outs(%[[E]] : tensor<?x4xi1>)
func.func @compared(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %0 = arith.cmpf olt, %a, %b : tensor<?x4xf32>
  return %0 : tensor<?x4xi1>
}

// A scalar is the same for all elements; an op may have two results, and a tensor no dimension.
// CHECK-LABEL: func.func @others
// CHECK: linalg.generic {{.*}} ins(%c, %a, %b : i1, tensor<f32>, tensor<f32>) outs(%a : tensor<f32>)
// CHECK: linalg.generic {{.*}} ins(%n, %n : tensor<2xi32>, tensor<2xi32>) outs(%n, %n : tensor<2xi32>, tensor<2xi32>)
// CHECK: %[[R:.*]]:2 = arith.mulsi_extended
// CHECK-NEXT: linalg.yield %[[R]]#0, %[[R]]#1 : i32, i32
func.func @others(%c: i1, %a: tensor<f32>, %b: tensor<f32>, %n: tensor<2xi32>) -> (tensor<f32>, tensor<2xi32>) {
  %0 = arith.select %c, %a, %b : tensor<f32>
  %1, %2 = arith.mulsi_extended %n, %n : tensor<2xi32>
  return %0, %2 : tensor<f32>, tensor<2xi32>
}

// Numbers, vectors and constants stay.
// CHECK-LABEL: func.func @stay
// CHECK-NEXT: arith.addf %x, %x : f32
// CHECK-NEXT: arith.addf %v, %v : vector<4xf32>
// CHECK-NEXT: arith.constant dense<1.000000e+00> : tensor<4xf32>
func.func @stay(%x: f32, %v: vector<4xf32>) -> (f32, vector<4xf32>, tensor<4xf32>) {
  %0 = arith.addf %x, %x : f32
  %1 = arith.addf %v, %v : vector<4xf32>
  %2 = arith.constant dense<1.0> : tensor<4xf32>
  return %0, %1, %2 : f32, vector<4xf32>, tensor<4xf32>
}
