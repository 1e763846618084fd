// A warp group multiplies what bulk copies bring, by wgmma, with one product in flight; four slots.
#include "asynchronous.cuh"
__device__ inline uint64_t descriptor(const void *pointer) {
  return (uint64_t)((shared_address(pointer) & 0x3ffff) >> 4) | ((uint64_t)8 << 16) | ((uint64_t)16 << 32);
}
extern "C" __global__ __launch_bounds__(128) void wgmma_ring(const char *a, const char *b, float *c, int n) {
  constexpr int stages = 4;
  __shared__ alignas(1024) char left[stages][2048], right[stages][256];
  __shared__ uint64_t full[stages];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < stages; s++) barrier_init(&full[s], 1);
    fence_async();
  }
  __syncthreads();
  auto issue = [&](int i) {
    if (t == 0 && i < n) {
      barrier_expect(&full[i % stages], 2304);
      bulk_load(left[i % stages], a + (size_t)i * 2048, 2048, &full[i % stages]);
      bulk_load(right[i % stages], b + (size_t)i * 256, 256, &full[i % stages]);
    }
  };
  float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (int i = 0; i < stages - 2; i++) issue(i);
  for (int i = 0; i < n; i++) {
    barrier_wait(&full[i % stages], (i / stages) & 1);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3) : "l"(descriptor(left[i % stages])), "l"(descriptor(right[i % stages])));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 1;" : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3)::"memory");
    __syncthreads();
    issue(i + stages - 2);
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3)::"memory");
  float *to = c + (size_t)blockIdx.x * 512 + t * 4;
  to[0] = s0, to[1] = s1, to[2] = s2, to[3] = s3;
}
