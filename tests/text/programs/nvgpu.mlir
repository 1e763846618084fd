// Asynchronous copies to workgroup memory, their groups, and waits by token and by count.
func.func @copies(%a: memref<?xf32>, %m: memref<8x32xf16>, %i: index, %n: index) {
  %b = memref.alloca() : memref<4x16xf32, 3>
  %w = memref.alloca() : memref<2x4x8xf16, #gpu.address_space<workgroup>>
  %0 = nvgpu.device_async_copy %a[%i], %b[%i, %n], 4 : memref<?xf32> to memref<4x16xf32, 3>
  %1 = nvgpu.device_async_copy %a[%i], %b[%i, %n], 4 {bypassL1} : memref<?xf32> to memref<4x16xf32, 3>
  %2 = nvgpu.device_async_copy %m[%i, %i], %w[%i, %n, %i], 8, %n {a.b = 1 : i64} : memref<8x32xf16> to memref<2x4x8xf16, #gpu.address_space<workgroup>>
  %3 = nvgpu.device_async_copy %b[%i, %i], %b[%i, %n], 1, %i {a.b} : memref<4x16xf32, 3> to memref<4x16xf32, 3>
  %g = nvgpu.device_async_create_group %0
  %h = nvgpu.device_async_create_group %1, %2 {a.b}
  %f = nvgpu.device_async_create_group {a.b}
  %e = nvgpu.device_async_create_group
  nvgpu.device_async_wait %g {numGroups = 3 : i32}
  nvgpu.device_async_wait %h {a.b = 1 : i32, numGroups = 0 : i32}
  nvgpu.device_async_wait %0
  nvgpu.device_async_wait %f {a.b}
  return
}
func.func @carried(%a: memref<64xf32>, %n: index, %first: !nvgpu.device.async.token) -> !nvgpu.device.async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<4x16xf32, 3>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> (!nvgpu.device.async.token) {
    %0 = nvgpu.device_async_copy %a[%i], %b[%i, %c0], 2 : memref<64xf32> to memref<4x16xf32, 3>
    %g = nvgpu.device_async_create_group %0
    nvgpu.device_async_wait %before
    gpu.barrier
    scf.yield %g : !nvgpu.device.async.token
  }
  return %last : !nvgpu.device.async.token
}
func.func @in_a_task(%a: memref<64xi8>, %b: memref<64xi8, 3>, %i: index) {
  %t = async.execute {
    %0 = nvgpu.device_async_copy %a[%i], %b[%i], 16 : memref<64xi8> to memref<64xi8, 3>
    %g = nvgpu.device_async_create_group %0
    nvgpu.device_async_wait %g
    async.yield
  }
  async.await %t : !async.token
  return
}
