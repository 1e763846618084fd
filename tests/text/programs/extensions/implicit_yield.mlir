// Tasks that end without async.yield.
func.func @implicit(%m: memref<f32>, %x: f32) {
  %t = async.execute {
  }
  %u = async.execute [%t] {
    memref.store %x, %m[] : memref<f32>
  }
  async.await %u : !async.token
  return
}
