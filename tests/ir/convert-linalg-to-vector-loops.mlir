// RUN: asyncir opt %s -p convert-linalg-to-vector-loops | filecheck %s

// A vector of results is carried through the loops of the window, and stored once; the row's rest has a mask.
// CHECK-LABEL: func.func @pool
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK: %[[Y:.*]] = vector.load %y[{{.*}}] : memref<1x2x8x20xf32>, vector<16xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[Y]]) -> (vector<16xf32>)
// CHECK: scf.for
// CHECK: vector.load %x
// CHECK: arith.maximumf {{.*}} : vector<16xf32>
// CHECK: vector.store
// CHECK: vector.create_mask
// CHECK: vector.maskedload %y
// CHECK: vector.maskedstore %y
func.func @pool(%x: memref<1x2x10x22xf32>, %w: memref<3x3xf32>, %y: memref<1x2x8x20xf32>) {
  linalg.pooling_nchw_max ins(%x, %w : memref<1x2x10x22xf32>, memref<3x3xf32>) outs(%y : memref<1x2x8x20xf32>)
  return
}

// Elements in larger steps are gathered, where rows are short.
// CHECK-LABEL: func.func @sums_of_short_rows
// CHECK: vector.gather
// CHECK: arith.addi {{.*}} : vector<16xi32>
func.func @sums_of_short_rows(%x: memref<32x5xi32>, %y: memref<32xi32>) {
  linalg.reduce { arith.addi } ins(%x : memref<32x5xi32>) outs(%y : memref<32xi32>) dimensions = [1]
  return
}

// Lanes add up long rows, and are added to each other; what is no whole vector has a mask.
// CHECK-LABEL: func.func @sums_of_rows
// CHECK: scf.parallel
// CHECK: %[[SUMS:.*]] = scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>)
// CHECK: vector.maskedload
// CHECK: %[[ALL:.*]] = arith.select {{.*}}, {{.*}}, %[[SUMS]]
// CHECK: vector.shuffle %[[ALL]], %[[ALL]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: memref.store
func.func @sums_of_rows(%x: memref<32x37xf32>, %y: memref<32xf32>) {
  linalg.reduce { arith.addf } ins(%x : memref<32x37xf32>) outs(%y : memref<32xf32>) dimensions = [1]
  return
}

// An op without a reduction stays.
// CHECK-LABEL: func.func @sum
// CHECK: linalg.add
func.func @sum(%x: memref<32x5xi32>) {
  linalg.add ins(%x, %x : memref<32x5xi32>, memref<32x5xi32>) outs(%x : memref<32x5xi32>)
  return
}
