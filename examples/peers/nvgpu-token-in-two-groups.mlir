// A copy's token is in two groups.
// peer: MLIR 22, convert-nvgpu-to-nvvm
// theirs: wait_group 0, 0
// ours: refused V020
func.func @main(%A: memref<2xi64>, %S: memref<2xi64, #gpu.address_space<workgroup>>) {
  %i0 = arith.constant 0 : index
  %a = nvgpu.device_async_copy %A[%i0], %S[%i0], 2 : memref<2xi64> to memref<2xi64, #gpu.address_space<workgroup>>
  %g = nvgpu.device_async_create_group %a
  %h = nvgpu.device_async_create_group %a
  nvgpu.device_async_wait %g
  nvgpu.device_async_wait %h
  return
}
