// RUN: asyncir opt %s -p convert-linalg-to-kernels | filecheck %s

// The operands are rows of elements, with a table for each group of loops that moves in them.
// CHECK-LABEL: func.func @product
// CHECK: %[[A:.*]] = memref.reinterpret_cast %a to offset: [%{{.*}}], sizes: [%{{.*}}], strides: [1] : memref<64x32xf32> to memref<?xf32, strided<[1], offset: ?>>
// CHECK: call @table_of_offsets_0
// CHECK: call @contraction_0(%[[A]],
func.func @product(%a: memref<64x32xf32>, %b: memref<32x48xf32>, %c: memref<64x48xf32>) {
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x48xf32>) outs(%c : memref<64x48xf32>)
  return
}

// The window of a convolution makes it a matmul of other tables: the same function is called.
// CHECK-LABEL: func.func @convolution
// CHECK: call @contraction_0
func.func @convolution(%x: memref<1x4x10x10xf32>, %w: memref<8x4x3x3xf32>, %y: memref<1x8x8x8xf32>) {
  linalg.conv_2d_nchw_fchw ins(%x, %w : memref<1x4x10x10xf32>, memref<8x4x3x3xf32>) outs(%y : memref<1x8x8x8xf32>)
  return
}

// An op with few points stays; so does one without a sum.
// CHECK-LABEL: func.func @others
// CHECK: linalg.matmul
// CHECK: linalg.add
func.func @others(%a: memref<4x4xf32>, %c: memref<64x64xf32>) {
  linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  linalg.add ins(%c, %c : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

// Parts of the output are computed by whoever has time.
// CHECK-LABEL: func.func private @contraction_0(
// CHECK: %[[WORKERS:.*]] = async.runtime.num_worker_threads
// CHECK: scf.parallel
// CHECK: func.call @contraction_0_part_0

// Six rows of sixteen sums stay in registers, to which a product of each row is added in each step.
// CHECK-LABEL: func.func private @contraction_0_part_0
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-6: vector.fma
