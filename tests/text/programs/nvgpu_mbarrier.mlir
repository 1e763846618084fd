// Barriers with phases, in the memory of the workgroup.
func.func @plain(%i: index, %n: index, %p: i1) {
  %b = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  %one = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = 3 : i64>
  nvgpu.mbarrier.init %b[%i], %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  nvgpu.mbarrier.init %b[%i], %n, predicate = %p : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  %t = nvgpu.mbarrier.arrive %b[%i] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> !nvgpu.mbarrier.token
  %u = nvgpu.mbarrier.arrive.nocomplete %b[%i], %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> !nvgpu.mbarrier.token
  nvgpu.mbarrier.arrive.expect_tx %b[%i], %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  nvgpu.mbarrier.arrive.expect_tx %b[%i], %n, predicate = %p : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  %d = nvgpu.mbarrier.test.wait %b[%i], %t : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>, !nvgpu.mbarrier.token
  nvgpu.mbarrier.try_wait.parity %b[%i], %p, %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  %q = nvgpu.mbarrier.get %b[%i] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> i32
  return
}

func.func @in_a_loop(%i: index, %n: index, %p: i1) {
  scf.for %j = %i to %n step %n {
    %b = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    %one = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = 3 : i64>
    nvgpu.mbarrier.init %b[%i], %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    nvgpu.mbarrier.init %b[%i], %n, predicate = %p : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    %t = nvgpu.mbarrier.arrive %b[%i] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> !nvgpu.mbarrier.token
    %u = nvgpu.mbarrier.arrive.nocomplete %b[%i], %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> !nvgpu.mbarrier.token
    nvgpu.mbarrier.arrive.expect_tx %b[%i], %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    nvgpu.mbarrier.arrive.expect_tx %b[%i], %n, predicate = %p : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    %d = nvgpu.mbarrier.test.wait %b[%i], %t : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>, !nvgpu.mbarrier.token
    nvgpu.mbarrier.try_wait.parity %b[%i], %p, %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    %q = nvgpu.mbarrier.get %b[%i] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> i32
  }
  return
}

func.func @in_a_task(%i: index, %n: index, %p: i1) {
  %token = async.execute {
    %b = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    %one = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = 3 : i64>
    nvgpu.mbarrier.init %b[%i], %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    nvgpu.mbarrier.init %b[%i], %n, predicate = %p : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    %t = nvgpu.mbarrier.arrive %b[%i] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> !nvgpu.mbarrier.token
    %u = nvgpu.mbarrier.arrive.nocomplete %b[%i], %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> !nvgpu.mbarrier.token
    nvgpu.mbarrier.arrive.expect_tx %b[%i], %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    nvgpu.mbarrier.arrive.expect_tx %b[%i], %n, predicate = %p : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    %d = nvgpu.mbarrier.test.wait %b[%i], %t : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>, !nvgpu.mbarrier.token
    nvgpu.mbarrier.try_wait.parity %b[%i], %p, %n : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    %q = nvgpu.mbarrier.get %b[%i] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> i32
    async.yield
  }
  async.await %token : !async.token
  return
}
