// cuda::pipeline of one thread, three stages.
#include <cooperative_groups.h>
#include <cuda/pipeline>
extern "C" __global__ __launch_bounds__(128) void pipeline_thread(const float4 *in, float *out, int n) {
  constexpr int stages = 3;
  __shared__ float4 slots[stages][128];
  auto pipeline = cuda::make_pipeline();
  int t = threadIdx.x, ahead = 0;
  float sum = 0;
  for (int i = 0; i < n; i++) {
    for (; ahead < n && ahead < i + stages; ahead++) {
      pipeline.producer_acquire();
      cuda::memcpy_async(&slots[ahead % stages][t], &in[(size_t)ahead * 128 + t], cuda::aligned_size_t<16>(16), pipeline);
      pipeline.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<stages - 1>(pipeline);
    if (i + stages > n) cuda::pipeline_consumer_wait_prior<0>(pipeline);
    __syncthreads();
    float4 v = slots[i % stages][(t + 37) % 128];
    sum += v.x + v.y + v.z + v.w;
    __syncthreads();
    pipeline.consumer_release();
  }
  out[blockIdx.x * 128 + t] = sum;
}
