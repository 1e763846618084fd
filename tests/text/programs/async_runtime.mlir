// The lower half of the async dialect: the runtime's ops and coroutines.
func.func @runtime(%n: index, %x: f32) -> f32 {
  %t = async.runtime.create : !async.token
  %v = async.runtime.create {a.b} : !async.value<f32>
  %g = async.runtime.create_group %n : !async.group
  async.runtime.set_available %t : !async.token
  async.runtime.set_available %v {a.b} : !async.value<f32>
  async.runtime.set_error %v : !async.value<f32>
  %e = async.runtime.is_error %g : !async.group
  %e1 = async.runtime.is_error %t : !async.token
  async.runtime.await %t {a.b} : !async.token
  async.runtime.await %g : !async.group
  async.runtime.store %x, %v : !async.value<f32>
  async.runtime.store %x, %v {a.b} : <f32>
  %f = async.runtime.load %v : !async.value<f32>
  %f1 = async.runtime.load %v {a.b} : <f32>
  %r = async.runtime.add_to_group %t, %g : !async.token
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  async.runtime.drop_ref %g {a.b, count = 2 : i64} : !async.group
  %w = async.runtime.num_worker_threads : index
  return %f : f32
}
func.func @coroutine(%t: !async.token, %x: f32) -> !async.token {
  %token = async.runtime.create : !async.token
  %id = async.coro.id
  %h = async.coro.begin %id
  %s = async.coro.save %h
  async.runtime.resume %h
  async.coro.suspend %s, ^suspended, ^resumed, ^cleanup
^resumed:
  %s1 = async.coro.save %h {a.b}
  async.runtime.await_and_resume %t, %h : !async.token
  async.coro.suspend %s1, ^suspended, ^again, ^cleanup {a.b}
^again:
  async.runtime.set_available %token : !async.token
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %h
  cf.br ^suspended
^suspended:
  async.coro.end %h
  return %token : !async.token
}
func.func @in_loop(%n: index, %x: f32, %g: !async.group, %h: !async.coro.handle, %s: !async.coro.state) {
  scf.for %i = %n to %n step %n {
    %t = async.runtime.create : !async.token
    %v = async.runtime.create : !async.value<f32>
    %k = async.runtime.create_group %i : !async.group
    async.runtime.store %x, %v : <f32>
    %f = async.runtime.load %v : <f32>
    async.runtime.set_available %v : !async.value<f32>
    async.runtime.set_error %t : !async.token
    %e = async.runtime.is_error %v : !async.value<f32>
    async.runtime.await %v : !async.value<f32>
    %r = async.runtime.add_to_group %v, %g : !async.value<f32>
    async.runtime.add_ref %v {count = 1 : i64} : !async.value<f32>
    async.runtime.drop_ref %v {count = 1 : i64} : !async.value<f32>
    %w = async.runtime.num_worker_threads : index
    async.runtime.resume %h
    async.runtime.await_and_resume %v, %h : !async.value<f32>
    %id = async.coro.id {a.b}
    %b = async.coro.begin %id {a.b}
    %c = async.coro.save %b
    async.coro.free %id, %b {a.b}
    async.coro.end %b {a.b}
  }
  return
}
async.func @in_async_function(%n: index, %x: f32, %state: !async.coro.state) -> !async.token {
  %t = async.runtime.create : !async.token
  %task = async.execute {
    %v = async.runtime.create : !async.value<f32>
    %g = async.runtime.create_group %n : !async.group
    async.runtime.store %x, %v : <f32>
    %f = async.runtime.load %v : <f32>
    async.runtime.set_available %v : !async.value<f32>
    async.runtime.set_error %t : !async.token
    %e = async.runtime.is_error %t : !async.token
    async.runtime.await %t : !async.token
    %r = async.runtime.add_to_group %t, %g : !async.token
    async.runtime.add_ref %t {count = 1 : i64} : !async.token
    async.runtime.drop_ref %t {count = 1 : i64} : !async.token
    %w = async.runtime.num_worker_threads : index
    %id = async.coro.id
    %h = async.coro.begin %id
    async.runtime.resume %h
    async.runtime.await_and_resume %t, %h : !async.token
    %s = async.coro.save %h
    async.coro.free %id, %h
    async.coro.end %h
    async.yield
  }
  async.coro.suspend %state, ^one, ^two, ^one
^one:
  return
^two:
  async.coro.suspend %state, ^one, ^one, ^one
}
func.func @suspend_in_region(%state: !async.coro.state) {
  scf.execute_region {
    async.coro.suspend %state, ^one, ^one, ^one
  ^one:
    scf.yield
  }
  return
}
