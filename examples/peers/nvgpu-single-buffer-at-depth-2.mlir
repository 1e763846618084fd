// Two copies ahead into a buffer that has room for one: MLIR's pipeliner accepts it at depth 2.
// peer: MLIR 22, transform.nvgpu.pipeline_shared_memory_copies at depth 2
// theirs: the pipeliner writes numGroups = 1
// ours: 1
// verdicts: too weak 0
// races: RAW RAW WAW WAW WAW
func.func @main(%A: memref<10xi64>, %out: memref<8xi64>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i8 = arith.constant 8 : index
  %S = memref.alloc() : memref<1xi64, #gpu.address_space<workgroup>>
  %a0 = nvgpu.device_async_copy %A[%i0], %S[%i0], 1 : memref<10xi64> to memref<1xi64, #gpu.address_space<workgroup>>
  %g0 = nvgpu.device_async_create_group %a0
  %a1 = nvgpu.device_async_copy %A[%i1], %S[%i0], 1 : memref<10xi64> to memref<1xi64, #gpu.address_space<workgroup>>
  %g1 = nvgpu.device_async_create_group %a1
  %ends:2 = scf.for %i = %i0 to %i8 step %i1 iter_args(%g = %g0, %h = %g1) -> (!nvgpu.device.async.token, !nvgpu.device.async.token) {
    nvgpu.device_async_wait %g
    %x = memref.load %S[%i0] : memref<1xi64, #gpu.address_space<workgroup>>
    memref.store %x, %out[%i] : memref<8xi64>
    %ahead = arith.addi %i, %i2 : index
    %a = nvgpu.device_async_copy %A[%ahead], %S[%i0], 1 : memref<10xi64> to memref<1xi64, #gpu.address_space<workgroup>>
    %gn = nvgpu.device_async_create_group %a
    scf.yield %h, %gn : !nvgpu.device.async.token, !nvgpu.device.async.token
  }
  return
}
