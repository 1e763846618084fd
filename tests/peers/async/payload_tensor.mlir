// A value whose payload is a tensor: refused, in native code there is none.
// mlir: no, crashes
func.func @main() {
  %t, %v = async.execute -> !async.value<tensor<4xf32>> {
    %ones = arith.constant dense<1.0> : tensor<4xf32>
    async.yield %ones : tensor<4xf32>
  }
  async.await %t : !async.token
  return
}
