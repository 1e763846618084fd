// Pipelined by hand, the trip count unknown: MLIR's pipeliner refuses the loop that it comes from.
// peer: MLIR 22, transform.nvgpu.pipeline_shared_memory_copies
// theirs: refused
// ours: 1
// verdicts: exact
func.func @main(%A: memref<16xi64>, %out: memref<16xi64>, %n: index) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %S = memref.alloc() : memref<2xi64, #gpu.address_space<workgroup>>
  %a0 = nvgpu.device_async_copy %A[%i0], %S[%i0], 1 : memref<16xi64> to memref<2xi64, #gpu.address_space<workgroup>>
  %g0 = nvgpu.device_async_create_group %a0
  %last = scf.for %i = %i0 to %n step %i1 iter_args(%g = %g0) -> (!nvgpu.device.async.token) {
    %next = arith.addi %i, %i1 : index
    %to = arith.remui %next, %i2 : index
    %from = arith.remui %i, %i2 : index
    %a = nvgpu.device_async_copy %A[%next], %S[%to], 1 : memref<16xi64> to memref<2xi64, #gpu.address_space<workgroup>>
    %gn = nvgpu.device_async_create_group %a
    nvgpu.device_async_wait %g
    %x = memref.load %S[%from] : memref<2xi64, #gpu.address_space<workgroup>>
    memref.store %x, %out[%i] : memref<16xi64>
    scf.yield %gn : !nvgpu.device.async.token
  }
  return
}
