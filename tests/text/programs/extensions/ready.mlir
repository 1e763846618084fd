// Completions that are there from the start.
func.func @ready(%n: index, %x: f32) -> f32 {
  %start = async.ready : !async.token
  %last = scf.for %i = %n to %n step %n iter_args(%t = %start) -> (!async.token) {
    %next = async.execute [%t] {
      %inner = async.ready {a.b} : !async.token
      %value = async.ready %x {a.b} : !async.value<f32>
      async.await %inner : !async.token
      async.yield
    }
    scf.yield %next : !async.token
  }
  async.await %last : !async.token
  %v = async.ready %x : !async.value<f32>
  %r = async.await %v : !async.value<f32>
  return %r : f32
}
async.func @in_async_function(%x: vector<4xf32>) -> !async.token {
  %t = ready : !async.token
  %v = ready %x : !async.value<vector<4xf32>>
  return
}
