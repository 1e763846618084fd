// RUN: asyncir opt %s -p 'place-regions{machine=dma-vector-tensor}' | filecheck %s

// A region is placed on an engine that takes what it does; one that names its engine stays there.
// CHECK-LABEL: func.func @both
// CHECK: async.region -> tensor<64x64xf32> attributes {device = "tensor"} {
// CHECK: async.region [%{{.*}}] -> tensor<64x64xf32> attributes {device = "vector"} {
func.func @both(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %t, %p = async.region -> tensor<64x64xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<64x64xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    %m = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
    async.yield %m : tensor<64x64xf32>
  }
  %u, %q = async.region [%t] -> tensor<64x64xf32> attributes {device = "vector"} {
    %e = tensor.empty() : tensor<64x64xf32>
    %m = linalg.add ins(%p, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    async.yield %m : tensor<64x64xf32>
  }
  async.await %u : !async.token
  return %q : tensor<64x64xf32>
}
