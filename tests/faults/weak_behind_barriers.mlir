module {
  func.func @kernel(%A: memref<1024xf32>, %O: memref<1024xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c128 = arith.constant 128 : index
    %S = memref.alloca() : memref<2x128xf32, #gpu.address_space<workgroup>>
    %t = gpu.thread_id  x
    %off = arith.muli %t, %c4 : index
    %p0 = nvgpu.device_async_copy %A[%off], %S[%c0, %off], 4 : memref<1024xf32> to memref<2x128xf32, #gpu.address_space<workgroup>>
    %g0 = nvgpu.device_async_create_group %p0
    %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%g = %g0) -> (!nvgpu.device.async.token) {
      %n = arith.addi %i, %c1 : index
      %in = arith.cmpi slt, %n, %c8 : index
      %slot = arith.remui %n, %c2 : index
      %base = arith.muli %n, %c128 : index
      %src = arith.addi %base, %off : index
      %h = scf.if %in -> (!nvgpu.device.async.token) {
        %p = nvgpu.device_async_copy %A[%src], %S[%slot, %off], 4 : memref<1024xf32> to memref<2x128xf32, #gpu.address_space<workgroup>>
        %q = nvgpu.device_async_create_group %p
        scf.yield %q : !nvgpu.device.async.token
      } else {
        %q = nvgpu.device_async_create_group 
        scf.yield %q : !nvgpu.device.async.token
      }
      nvgpu.device_async_wait %g {numGroups = 2 : i32}
      gpu.barrier
      %now = arith.remui %i, %c2 : index
      %other = arith.subi %c128, %c4 : index
      %back = arith.subi %other, %off : index
      %x = memref.load %S[%now, %back] : memref<2x128xf32, #gpu.address_space<workgroup>>
      %ob = arith.muli %i, %c128 : index
      %oi = arith.addi %ob, %off : index
      memref.store %x, %O[%oi] : memref<1024xf32>
      gpu.barrier
      scf.yield %h : !nvgpu.device.async.token
    }
    return
  }
}
