// RUN: asyncir opt %s -p tile-linalg | filecheck %s

// Tiles of rows and of the sum: a loop for each, and the rest of a loop that is no whole tile is a smaller one.
// CHECK-LABEL: func.func @sequential
// CHECK: scf.for %[[I:[a-z0-9]+]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ROWS:.*]] = %c)
// CHECK: scf.for %[[K:[a-z0-9]+]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[C:.*]] = %[[ROWS]])
// CHECK: %[[SIZE:.*]] = arith.minsi
// CHECK: tensor.extract_slice %a[%[[I]], %[[K]]] [8, %[[SIZE]]] [1, 1] : tensor<64x32xf32> to tensor<8x?xf32>
// CHECK: tensor.extract_slice %b[%[[K]], 0] [%[[SIZE]], 48] [1, 1] : tensor<32x48xf32> to tensor<?x48xf32>
// CHECK: %[[T:.*]] = tensor.extract_slice %[[C]][%[[I]], 0] [8, 48] [1, 1]
// CHECK: %[[R:.*]] = linalg.matmul ins({{.*}}) outs(%[[T]] : tensor<8x48xf32>) -> tensor<8x48xf32>
// CHECK: tensor.insert_slice %[[R]] into %[[C]][%[[I]], 0] [8, 48] [1, 1]
func.func @sequential(%a: tensor<64x32xf32>, %b: tensor<32x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %r = linalg.matmul {tile_sizes = array<i64: 8, 0, 12>}
    ins(%a, %b : tensor<64x32xf32>, tensor<32x48xf32>) outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}

// In parallel the tiles have numbers, and each puts what it computes.
// CHECK-LABEL: func.func @parallel
// CHECK: scf.forall (%[[M:.*]], %[[N:.*]]) in (8, 3) shared_outs(%[[O:.*]] = %c)
// CHECK: %[[ROW:.*]] = arith.muli %[[M]]
// CHECK: %[[COLUMN:.*]] = arith.muli %[[N]]
// CHECK: %[[R:.*]] = scf.for
// CHECK: linalg.matmul
// CHECK: tensor.parallel_insert_slice %[[R]] into %[[O]][%[[ROW]], %[[COLUMN]]] [8, %{{.*}}] [1, 1]
func.func @parallel(%a: tensor<64x32xf32>, %b: tensor<32x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %r = linalg.matmul {parallel_tile_sizes = array<i64: 8, 20>, tile_sizes = array<i64: 0, 0, 8>}
    ins(%a, %b : tensor<64x32xf32>, tensor<32x48xf32>) outs(%c : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}

// On memory the op works on views; sizes that only the running program knows are asked for.
// CHECK-LABEL: func.func @on_memory
// CHECK: %[[SIZE:.*]] = memref.dim %b
// CHECK: %[[COUNT:.*]] = arith.ceildivui %[[SIZE]]
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (8, %[[COUNT]]) {
// CHECK: memref.subview %a
// CHECK: memref.subview %b
// CHECK: memref.subview %c
// CHECK: linalg.matmul ins({{.*}}) outs({{.*}}){{$}}
func.func @on_memory(%a: memref<64x32xf32>, %b: memref<32x?xf32>, %c: memref<64x?xf32>) {
  linalg.matmul {parallel_tile_sizes = array<i64: 8, 20>}
    ins(%a, %b : memref<64x32xf32>, memref<32x?xf32>) outs(%c : memref<64x?xf32>)
  return
}

// A tile of two rows of a convolution with stride 2 reads five rows of the image: the window is three rows high.
// CHECK-LABEL: func.func @window
// CHECK: scf.for %[[Y:[a-z0-9]+]] =
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %[[Y]]
// CHECK: tensor.extract_slice %x[0, 0, %[[ROW]], 0] [1, 4, 5, 10] [1, 1, 1, 1]
// CHECK: linalg.conv_2d_nchw_fchw {strides = dense<[2, 1]> : tensor<2xi64>} ins(%{{.*}}, %w :
func.func @window(%x: tensor<1x4x17x10xf32>, %w: tensor<8x4x3x3xf32>, %y: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %r = linalg.conv_2d_nchw_fchw {strides = dense<[2, 1]> : tensor<2xi64>, tile_sizes = array<i64: 0, 0, 2>}
    ins(%x, %w : tensor<1x4x17x10xf32>, tensor<8x4x3x3xf32>) outs(%y : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %r : tensor<1x8x8x8xf32>
}

// Where a body asks for its place, the tile's is added; what has no size is handed on as it is.
// CHECK-LABEL: func.func @place
// CHECK: scf.for %[[I:[a-z0-9]+]] =
// CHECK: linalg.generic
// CHECK-SAME: ins(%s : index)
// CHECK: %[[OWN:.*]] = linalg.index 0
// CHECK: %[[WHOLE:.*]] = arith.addi %[[OWN]], %[[I]]
// CHECK: arith.addi %[[WHOLE]], %{{.*}}
func.func @place(%s: index, %o: memref<8xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%s : index) outs(%o : memref<8xindex>) attrs = {tile_sizes = array<i64: 4>} {
  ^bb0(%x: index, %y: index):
    %i = linalg.index 0 : index
    %z = arith.addi %i, %x : index
    linalg.yield %z : index
  }
  return
}

// Without annotation, or with nothing but zeros, an op stays.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: scf.for
// CHECK: linalg.fill ins(%x
// CHECK: linalg.fill ins(%x
func.func @whole(%x: f32, %o: memref<8xf32>) {
  linalg.fill {tile_sizes = array<i64: 0>} ins(%x : f32) outs(%o : memref<8xf32>)
  linalg.fill ins(%x : f32) outs(%o : memref<8xf32>)
  return
}
