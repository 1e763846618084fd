// Several blocks in a task.
func.func @blocks(%c: i1, %x: f32, %v: !async.value<f32>) -> f32 {
  %t, %r = async.execute (%v as %y: !async.value<f32>) -> !async.value<f32> {
    cf.cond_br %c, ^then, ^else(%y : f32)
  ^then:
    async.yield %x : f32
  ^else(%z: f32):
    cf.cond_br %c, ^then, ^else(%x : f32)
  }
  %u = async.execute [%t] {
    cf.br ^end
  ^end:
    async.yield
  }
  %0 = async.await %r : !async.value<f32>
  return %0 : f32
}
