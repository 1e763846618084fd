// The four lines of the RFC on asynchronous side effects, one thread: the barrier orders nothing.
// peer: MLIR 22, gpu-eliminate-barriers
// theirs: the barrier stays
// ours: 0
// verdicts: exact
func.func @main(%A: memref<1xi64>) {
  %i0 = arith.constant 0 : index
  %B = memref.alloc() : memref<1xi64, #gpu.address_space<workgroup>>
  %t = nvgpu.device_async_copy %A[%i0], %B[%i0], 1 : memref<1xi64> to memref<1xi64, #gpu.address_space<workgroup>>
  %g = nvgpu.device_async_create_group %t
  gpu.barrier
  nvgpu.device_async_wait %g
  %x = memref.load %B[%i0] : memref<1xi64, #gpu.address_space<workgroup>>
  memref.store %x, %A[%i0] : memref<1xi64>
  return
}
