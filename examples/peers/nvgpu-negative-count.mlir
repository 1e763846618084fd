// A negative count, which assembles to no wait at all.
// peer: MLIR 22, convert-nvgpu-to-nvvm
// theirs: wait_group -1
// ours: refused V023
func.func @main(%A: memref<2xi64>, %S: memref<2xi64, #gpu.address_space<workgroup>>) {
  %i0 = arith.constant 0 : index
  %a = nvgpu.device_async_copy %A[%i0], %S[%i0], 2 : memref<2xi64> to memref<2xi64, #gpu.address_space<workgroup>>
  %g = nvgpu.device_async_create_group %a
  nvgpu.device_async_wait %g {numGroups = -1 : i32}
  %x = memref.load %S[%i0] : memref<2xi64, #gpu.address_space<workgroup>>
  return
}
