// The first of the tokens of copies that a loop carries.
func.func @first(%n: index) -> !nvgpu.device.async.token {
  %ready = async.ready : !nvgpu.device.async.token
  %last = scf.for %i = %n to %n step %n iter_args(%before = %ready) -> (!nvgpu.device.async.token) {
    nvgpu.device_async_wait %before
    %g = nvgpu.device_async_create_group
    scf.yield %g : !nvgpu.device.async.token
  }
  return %last : !nvgpu.device.async.token
}
