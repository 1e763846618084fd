// A value whose payload is a tensor: in native code it is memory, which is freed when nobody uses it any more.
// mlir: no, crashes
func.func @main() {
  %t, %v = async.execute -> !async.value<tensor<4xf32>> {
    %ones = arith.constant dense<1.0> : tensor<4xf32>
    async.yield %ones : tensor<4xf32>
  }
  async.await %t : !async.token
  return
}
