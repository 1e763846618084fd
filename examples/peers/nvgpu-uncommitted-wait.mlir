// A wait for a copy that no group has.
// peer: MLIR 22, convert-nvgpu-to-nvvm
// theirs: wait_group 0
// ours: refused V021
func.func @main(%A: memref<2xi64>, %S: memref<2xi64, #gpu.address_space<workgroup>>) {
  %i0 = arith.constant 0 : index
  %a = nvgpu.device_async_copy %A[%i0], %S[%i0], 2 : memref<2xi64> to memref<2xi64, #gpu.address_space<workgroup>>
  nvgpu.device_async_wait %a
  %x = memref.load %S[%i0] : memref<2xi64, #gpu.address_space<workgroup>>
  return
}
