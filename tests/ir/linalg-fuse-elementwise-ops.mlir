// RUN: asyncir opt %s -p linalg-fuse-elementwise-ops | filecheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (0, d1)>

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[TURNED:.*]] = affine_map<(d0, d1) -> (d1, d0)>

// A chain is one op; what is the same number everywhere is that number in its body.
// CHECK-LABEL: func.func @normalised
// CHECK: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: linalg.generic
// CHECK-SAME: ins(%a, %mean : tensor<8x4xf32>, tensor<1x4xf32>)
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[M:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[A]], %[[M]] : f32
// CHECK-NEXT: %[[S:.*]] = arith.mulf %[[D]], %[[TWO]] : f32
// CHECK-NEXT: %[[R:.*]] = arith.maximumf %[[S]], %{{.*}} : f32
// CHECK-NEXT: linalg.yield %[[R]] : f32
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @normalised(%a: tensor<8x4xf32>, %mean: tensor<1x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant dense<2.0> : tensor<8x4xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a, %mean : tensor<8x4xf32>, tensor<1x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %d = arith.subf %x, %y : f32
    linalg.yield %d : f32
  } -> tensor<8x4xf32>
  %1 = linalg.mul ins(%0, %two : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = linalg.map ins(%1 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) (%x: f32, %y: f32) {
    %m = arith.maximumf %x, %zero : f32
    linalg.yield %m : f32
  }
  return %2 : tensor<8x4xf32>
}

// What is used twice joins where both users have joined, and is computed once.
// CHECK-LABEL: func.func @diamond
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[N:.*]] = arith.negf %[[A]] : f32
// CHECK-NEXT: %[[E:.*]] = math.exp %[[N]] : f32
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[N]], %[[E]] : f32
// CHECK-NEXT: linalg.yield %[[P]] : f32
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @diamond(%a: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.exp ins(%0 : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.mul ins(%0, %1 : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// A reader in another order reads the operands in that order, and an index is that of the reader's point.
// CHECK-LABEL: func.func @turned
// CHECK: linalg.generic {indexing_maps = [#[[TURNED]], #[[ID]], #[[ID]]]
// CHECK-SAME: ins(%a, %b : tensor<8x4xi32>, tensor<4x8xi32>)
// CHECK: linalg.index 1 : index
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @turned(%a: tensor<8x4xi32>, %b: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %e = tensor.empty() : tensor<8x4xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<8x4xi32>) outs(%e : tensor<8x4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %s = arith.addi %x, %j : i32
    linalg.yield %s : i32
  } -> tensor<8x4xi32>
  %1 = linalg.generic {indexing_maps = [#id, #turned, #id], iterator_types = ["parallel", "parallel"]}
    ins(%b, %0 : tensor<4x8xi32>, tensor<8x4xi32>) outs(%b : tensor<4x8xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %s = arith.muli %x, %y : i32
    linalg.yield %s : i32
  } -> tensor<4x8xi32>
  return %1 : tensor<4x8xi32>
}

// Two orders are two points: what is read by both, or again and again, is computed before.
// CHECK-LABEL: func.func @apart
// CHECK: linalg.exp
// CHECK: linalg.exp
// CHECK: linalg.generic
// CHECK: return
func.func @apart(%a: tensor<4x4xf32>, %r: tensor<4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.exp ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.exp ins(%r : tensor<4xf32>) outs(%r : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #turned, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%0, %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>) outs(%a : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32):
    %s = arith.addf %x, %y : f32
    %t = arith.addf %s, %z : f32
    linalg.yield %t : f32
  } -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// A broadcast is read through by each reader; a reduction takes in what it looks at once.
// CHECK-LABEL: func.func @reduced
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "reduction"]
// CHECK-SAME: ins(%a, %r : tensor<8x4xf32>, tensor<8xf32>) outs(%r : tensor<8xf32>)
// CHECK: arith.subf
// CHECK-NEXT: arith.addf
// CHECK: linalg.generic
// CHECK-SAME: ins(%a, %r : tensor<8x4xf32>, tensor<8xf32>)
// CHECK: return
func.func @reduced(%a: tensor<8x4xf32>, %r: tensor<8xf32>) -> (tensor<8xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.broadcast ins(%r : tensor<8xf32>) outs(%e : tensor<8x4xf32>) dimensions = [1]
  %1 = linalg.sub ins(%a, %0 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<8x4xf32>) outs(%r : tensor<8xf32>) dimensions = [1]
  %3 = linalg.mul ins(%a, %0 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %2, %3 : tensor<8xf32>, tensor<8x4xf32>
}

// A contraction stays what it is, behind the fill that it begins with.
// CHECK-LABEL: func.func @contraction
// CHECK: linalg.exp
// CHECK: linalg.fill
// CHECK: linalg.matmul
// CHECK: return
func.func @contraction(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.exp ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.matmul ins(%0, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// What a loop reads in each iteration is computed in front of it, and once.
// CHECK-LABEL: func.func @outside
// CHECK: linalg.exp
// CHECK: scf.for
// CHECK: linalg.add
// CHECK: return
func.func @outside(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4xf32>) {
    %s = linalg.add ins(%x, %0 : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}

// Who asks for the size of a result asks its destination, so that this is no use.
// CHECK-LABEL: func.func @sizes
// CHECK: %[[D:.*]] = tensor.dim %a, %{{.*}} : tensor<?xf32>
// CHECK-NEXT: %[[E:.*]] = tensor.empty(%[[D]]) : tensor<?xf32>
// CHECK-NEXT: linalg.generic
// CHECK-SAME: ins(%a : tensor<?xf32>) outs(%[[E]] : tensor<?xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @sizes(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %f = tensor.dim %0, %c0 : tensor<?xf32>
  %g = tensor.empty(%f) : tensor<?xf32>
  %1 = linalg.sqrt ins(%0 : tensor<?xf32>) outs(%g : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// What only moves elements may say with any of its maps how: its reader gets the order that both make together.
// CHECK-LABEL: func.func @moved
// CHECK: linalg.generic {indexing_maps = [#[[TURNED]], #[[ID]], #[[ID]]]
// CHECK-SAME: ins(%a, %b : tensor<3x4xi32>, tensor<4x3xi32>) outs(%b : tensor<4x3xi32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @moved(%a: tensor<3x4xi32>, %b: tensor<4x3xi32>) -> tensor<4x3xi32> {
  %0 = linalg.generic {indexing_maps = [#id, #turned], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<3x4xi32>) outs(%b : tensor<4x3xi32>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  } -> tensor<4x3xi32>
  %1 = linalg.add ins(%0, %b : tensor<4x3xi32>, tensor<4x3xi32>) outs(%b : tensor<4x3xi32>) -> tensor<4x3xi32>
  return %1 : tensor<4x3xi32>
}
