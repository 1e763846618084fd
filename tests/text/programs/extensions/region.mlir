// Regions with tokens and values, in a function, a loop and a task; ours beyond MLIR.
func.func @every_part(%a: f32, %d: !async.token, %v: !async.value<f32>, %g: !async.group) -> f32 {
  %t0 = async.region {
  }
  %t1, %x = async.region [%d, %t0, %v: !async.value<f32>, %g: !async.group] -> f32 {
    async.yield %a : f32
  }
  %t2, %y, %t3, %z = async.region [%t1] (%x as %b: f32, %t0 as %k: !async.token) -> (f32, !async.token, f32) isolated attributes {note} {
    %inner, %w = async.region [%k] -> f32 {
      async.yield %b : f32
    }
    async.yield %b, %w, %inner : f32, f32, !async.token {token_counts = array<i64: 0, 1>}
  }
  %t4 = async.region [%t2] token(%tok) attributes {more = 1 : i64} {
    %inner = async.region [%tok] {
      async.yield {ends}
    }
    async.yield %inner : !async.token
  }
  async.await %t4 : !async.token
  async.await %t3 : !async.token
  %r = arith.addf %y, %z : f32
  return %r : f32
}
func.func @in_loop(%n: index, %x: f32) -> f32 {
  %r = async.ready : !async.token
  %t, %y = scf.for %i = %n to %n step %n iter_args(%k = %r, %v = %x) -> (!async.token, f32) {
    %t1, %v1 = async.region [%k] -> f32 {
      %s = arith.addf %v, %x : f32
      async.yield %s : f32
    }
    scf.yield %t1, %v1 : !async.token, f32
  }
  async.await %t : !async.token
  return %y : f32
}
func.func @in_task(%c: i1) {
  %t = async.execute {
    %t1 = async.region {
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      async.yield
    ^bb2:
      async.yield
    }
    async.await %t1 : !async.token
    async.yield
  }
  async.await %t : !async.token
  return
}
