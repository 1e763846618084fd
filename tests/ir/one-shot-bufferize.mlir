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

// Iterations of `scf.forall` put their slices into one memory; what is made in its place is not copied.
// CHECK-LABEL: func.func @forall
// CHECK: %[[M:.*]] = memref.alloc() : memref<8x4xf32>
// CHECK-NEXT: scf.forall (%[[I:.*]]) in (8) {
// CHECK-NEXT: %[[ROW:.*]] = memref.subview %a[%[[I]], 0] [1, 4] [1, 1]
// CHECK-NEXT: %[[OUT:.*]] = memref.subview %[[M]][%[[I]], 0] [1, 4] [1, 1]
// CHECK-NEXT: linalg.exp ins(%[[ROW]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT: }
// CHECK-NEXT: return %[[M]]
func.func @forall(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = scf.forall (%i) in (8) shared_outs(%o = %e) -> (tensor<8x4xf32>) {
    %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
    %out = tensor.extract_slice %o[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
    %r = linalg.exp ins(%row : tensor<4xf32>) outs(%out : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %r into %o[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x4xf32>
    }
  }
  return %0 : tensor<8x4xf32>
}

// Iterations that look at what others put look at the tensor that was there before the loop.
// CHECK-LABEL: func.func @reversed
// CHECK: %[[OLD:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT: linalg.exp ins(%a : memref<4xf32>) outs(%[[OLD]] : memref<4xf32>)
// CHECK-NEXT: %[[NEW:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT: memref.copy %[[OLD]], %[[NEW]] : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: scf.forall
// CHECK: %[[S:.*]] = memref.subview %[[OLD]]
// CHECK: %[[T:.*]] = memref.subview %[[NEW]]
// CHECK: memref.copy %[[S]], %[[T]]
// CHECK: memref.dealloc %[[OLD]]
// CHECK-NEXT: return %[[NEW]]
func.func @reversed(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c3 = arith.constant 3 : index
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = scf.forall (%i) in (4) shared_outs(%o = %0) -> (tensor<4xf32>) {
    %j = arith.subi %c3, %i : index
    %s = tensor.extract_slice %o[%j] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %1 : tensor<4xf32>
}
