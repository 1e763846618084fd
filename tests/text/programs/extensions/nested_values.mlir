// Tasks that yield tokens and values.
func.func @nested(%x: f32) -> f32 {
  %outer, %inner = async.execute -> !async.value<!async.value<f32>> {
    %t, %v = async.execute -> !async.value<f32> {
      async.yield %x : f32
    }
    async.yield %v : !async.value<f32>
  }
  %v = async.await %inner : !async.value<!async.value<f32>>
  %0 = async.await %v : !async.value<f32>
  %t, %token = async.execute -> !async.value<!async.token> {
    %u = async.execute {
      async.yield
    }
    async.yield %u : !async.token
  }
  %u = async.await %token : !async.value<!async.token>
  async.await %u : !async.token
  return %0 : f32
}
