// RUN: asyncir opt %s -p lower-ml-program | filecheck %s

// A global that is stored to is memory, one that nobody uses is nothing.
// CHECK-NOT: seed
// CHECK: memref.global "private" @sum : memref<2xf32> = dense<[1.0
// CHECK-LABEL: func.func @main
// CHECK: %[[P:.*]] = memref.get_global @sum : memref<2xf32>
// CHECK: %old = bufferization.to_tensor %[[P]] restrict : memref<2xf32> to tensor<2xf32>
// CHECK: bufferization.materialize_in_destination %new in restrict writable
// CHECK: return %old : tensor<2xf32>
ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
ml_program.global private mutable @sum(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %old = ml_program.global_load @sum : tensor<2xf32>
  %new = arith.addf %old, %x : tensor<2xf32>
  ml_program.global_store @sum = %new : tensor<2xf32>
  ml_program.return %old : tensor<2xf32>
}
