// Two copies that read nothing: the predicate of a tail is `srcElements = 0`.
func.func @main(%A: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %S = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
  %a = nvgpu.device_async_copy %A[%c0], %S[%c0], 4, %c0 : memref<8xf32> to memref<8xf32, #gpu.address_space<workgroup>>
  %g = nvgpu.device_async_create_group %a
  %b = nvgpu.device_async_copy %A[%c4], %S[%c4], 4, %c0 : memref<8xf32> to memref<8xf32, #gpu.address_space<workgroup>>
  %h = nvgpu.device_async_create_group %b
  nvgpu.device_async_wait %h
  return
}
