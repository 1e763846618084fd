// RUN: asyncir opt %s -p generate-runtime-verification | filecheck %s

// All dimensions that one loop goes over must be the same; each size is asked for once.
// CHECK-LABEL: func.func @matmul
// CHECK: %[[AK:.*]] = tensor.dim %a, %{{.*}} : tensor<?x?xf32>
// CHECK: %[[BK:.*]] = tensor.dim %b, %{{.*}} : tensor<?x?xf32>
// CHECK-NEXT: rt.check_sizes %[[AK]] "==" %[[BK]], "`linalg.matmul`: dimension 1 of operand 0 has size {0}, but dimension 0 of operand 1 has size {1}"
// CHECK-COUNT-2: rt.check_sizes
// CHECK-NOT: rt.check_sizes
// CHECK: linalg.matmul
// CHECK-NOT: rt.check_sizes
// CHECK: return
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// A size that a type says is not asked for.
// CHECK-LABEL: func.func @partly
// CHECK: %[[THREE:.*]] = arith.constant 3 : index
// CHECK-NEXT: rt.check_sizes %{{.*}} "==" %[[THREE]]
// CHECK-NOT: rt.check_sizes
// CHECK: arith.addf
func.func @partly(%a: tensor<?x4xf32>, %b: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = tensor.cast %a : tensor<?x4xf32> to tensor<3x4xf32>
  %1 = arith.addf %0, %b : tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// Where the sizes come from says that they fit.
// CHECK-LABEL: func.func @known
// CHECK-NOT: rt.check_sizes
// CHECK: return
func.func @known(%a: tensor<?xf32>, %x: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = arith.addf %a, %f : tensor<?xf32>
  %p = tensor.extract_slice %s[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %r = arith.mulf %p, %a : tensor<?xf32>
  return %r : tensor<?xf32>
}

// Types, constants and the ranges of loops decide in a static program.
// CHECK-LABEL: func.func @static
// CHECK-NOT: rt.check_sizes
// CHECK-NOT: tensor.dim
// CHECK: return
func.func @static(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>, %c: tensor<8x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %0 = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = scf.for %i = %c0 to %c8 step %c2 iter_args(%sum = %zero) -> f32 {
    %s = tensor.extract_slice %0[%i, 0] [2, 8] [1, 1] : tensor<8x8xf32> to tensor<2x8xf32>
    %x = tensor.extract %s[%c0, %i] : tensor<2x8xf32>
    %y = arith.addf %sum, %x : f32
    scf.yield %y : f32
  }
  return %1 : f32
}

// Indices that a loop counts are checked once, in front of it, where each iteration hands on a tensor of the same size.
// CHECK-LABEL: func.func @carried
// CHECK: %n = tensor.dim %a
// CHECK: %[[N:.*]] = tensor.dim %a
// CHECK: %[[B:.*]] = tensor.dim %b
// CHECK-NEXT: rt.check_sizes %[[N]] "<=" %[[B]], "`tensor.insert`: indices up to {0}, without it, are used in dimension 0, which has size {1}"
// CHECK-NEXT: scf.for
// CHECK-NOT: rt.check_sizes
// CHECK: scf.yield
func.func @carried(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %b) -> tensor<?xf32> {
    %x = tensor.extract %a[%i] : tensor<?xf32>
    %u = tensor.insert %x into %t[%i] : tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// A loop that may carry a tensor of another size asks in each iteration.
// CHECK-LABEL: func.func @changed
// CHECK: scf.for {{.*}} iter_args(%[[T:.*]] = %a)
// CHECK: tensor.dim %[[T]]
// CHECK-NEXT: rt.check_sizes %{{.*}} "<" %{{.*}}, "`tensor.insert`: index {0} is outside of dimension 0, which has size {1}"
func.func @changed(%a: tensor<?xf32>, %b: tensor<?xf32>, %x: f32, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<?xf32> {
    %u = tensor.insert %x into %t[%i] : tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// What a convolution reads is needed where there is any point at all.
// CHECK-LABEL: func.func @windows
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK: arith.select %[[NONE]], %{{.*}}, %{{.*}} : index
// CHECK: rt.check_sizes %{{.*}} "<=" %{{.*}}, "`linalg.conv_1d`: {0} elements of dimension 0 of operand 0 are used, but it has size {1}"
// CHECK: linalg.conv_1d
func.func @windows(%a: tensor<?xf32>, %k: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.conv_1d ins(%a, %k : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// What an iteration of `scf.forall` puts is checked where it ends; bodies of structured ops are left alone.
// CHECK-LABEL: func.func @put
// CHECK: linalg.generic
// CHECK-NOT: rt.check_sizes
// CHECK: linalg.yield
// CHECK: rt.check_sizes %{{.*}} "<=" %{{.*}}, "`tensor.parallel_insert_slice`: {0} elements of dimension 0 are needed, but it has {1}"
// CHECK-NEXT: scf.forall.in_parallel
func.func @put(%a: tensor<8xf32>, %d: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %d) -> (tensor<?xf32>) {
    %e = tensor.empty() : tensor<1xf32>
    %p = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]} outs(%e : tensor<1xf32>) {
    ^bb0(%x: f32):
      %y = tensor.extract %a[%i] : tensor<8xf32>
      linalg.yield %y : f32
    } -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}

// On memory the sizes of memrefs are asked for.
// CHECK-LABEL: func.func @memory
// CHECK: memref.dim %a
// CHECK: rt.check_sizes %{{.*}} "==" %{{.*}}, "`linalg.copy`: dimension 0 of operand 0 has size {0}, but dimension 0 of operand 1 has size {1}"
// CHECK-NEXT: linalg.copy
func.func @memory(%a: memref<?xf32>, %b: memref<?xf32>) {
  linalg.copy ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  return
}
