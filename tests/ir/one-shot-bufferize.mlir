// RUN: asyncir opt %s -p one-shot-bufferize | filecheck %s

// A constant is a global that nothing writes to.
// CHECK: memref.global "private" constant @[[ONES:.*]] : memref<4xf32> = dense<1.000000e+00>

// A chain of ops of which each uses the one before as its destination has one memory, which the caller gets.
// CHECK-LABEL: func.func @chain
// CHECK: %[[M:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT: linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%[[M]] : memref<4xf32>)
// CHECK-NEXT: linalg.mul ins(%[[M]], %a : memref<4xf32>, memref<4xf32>) outs(%[[M]] : memref<4xf32>)
// CHECK-NEXT: return %[[M]] : memref<4xf32>
func.func @chain(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.mul ins(%0, %a : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// What is read afterwards is not overwritten, nor is a constant; what is not returned is freed behind its last use.
// CHECK-LABEL: func.func @kept
// CHECK: %[[C:.*]] = memref.get_global @[[ONES]] : memref<4xf32>
// CHECK: %[[FIRST:.*]] = memref.alloc() : memref<4xf32>
// CHECK: linalg.add ins(%a, %[[C]] : memref<4xf32>, memref<4xf32>) outs(%[[FIRST]] : memref<4xf32>)
// CHECK: %[[SECOND:.*]] = memref.alloc() : memref<4xf32>
// CHECK: linalg.mul ins(%[[FIRST]], %a : memref<4xf32>, memref<4xf32>) outs(%[[SECOND]] : memref<4xf32>)
// CHECK: linalg.sub ins(%[[SECOND]], %[[FIRST]] : memref<4xf32>, memref<4xf32>) outs(%[[SECOND]] : memref<4xf32>)
// CHECK-NEXT: memref.dealloc %[[FIRST]] : memref<4xf32>
// CHECK-NEXT: return %[[SECOND]] : memref<4xf32>
func.func @kept(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<1.0> : tensor<4xf32>
  %0 = linalg.add ins(%a, %c : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.mul ins(%0, %a : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.sub ins(%1, %0 : tensor<4xf32>, tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// A loop changes one memory, again and again, and carries what is no tensor.
// CHECK-LABEL: func.func @loop
// CHECK: %[[M:.*]] = memref.alloc() : memref<4xf32>
// CHECK: memref.copy %a, %[[M]] : memref<4xf32> to memref<4xf32>
// CHECK: %[[K:.*]] = scf.for %{{.*}} = %{{.*}} to %n step %{{.*}} iter_args(%[[OLD:.*]] = %{{.*}}) -> (index) {
// CHECK-NEXT: linalg.add ins(%[[M]], %a : memref<4xf32>, memref<4xf32>) outs(%[[M]] : memref<4xf32>)
// CHECK-NEXT: %[[NEW:.*]] = arith.addi %[[OLD]]
// CHECK-NEXT: scf.yield %[[NEW]] : index
// CHECK: return %[[M]], %[[K]] : memref<4xf32>, index
func.func @loop(%a: tensor<4xf32>, %n: index) -> (tensor<4xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %k = %c0) -> (tensor<4xf32>, index) {
    %s = linalg.add ins(%x, %a : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
    %t = arith.addi %k, %i : index
    scf.yield %s, %t : tensor<4xf32>, index
  }
  return %r#0, %r#1 : tensor<4xf32>, index
}
