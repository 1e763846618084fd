// cuda::pipeline with producers (one warp) and consumers (the others).
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
extern "C" __global__ __launch_bounds__(128) void pipeline_roles(const float4 *in, float *out, int n) {
  constexpr int stages = 3;
  __shared__ float4 slots[stages][96];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  int t = threadIdx.x;
  auto role = t < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipeline = cuda::make_pipeline(cg::this_thread_block(), &state, role);
  float sum = 0;
  if (role == cuda::pipeline_role::producer) {
    for (int i = 0; i < n; i++) {
      pipeline.producer_acquire();
      for (int j = 0; j < 3; j++)
        cuda::memcpy_async(&slots[i % stages][t + 32 * j], &in[(size_t)i * 96 + t + 32 * j], cuda::aligned_size_t<16>(16), pipeline);
      pipeline.producer_commit();
    }
  } else {
    for (int i = 0; i < n; i++) {
      pipeline.consumer_wait();
      float4 v = slots[i % stages][(t + 5) % 96];
      sum += v.x + v.y + v.z + v.w;
      pipeline.consumer_release();
    }
    out[blockIdx.x * 96 + t - 32] = sum;
  }
}
