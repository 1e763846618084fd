// cuda::pipeline of a block: its state is mbarriers in shared memory.
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
extern "C" __global__ __launch_bounds__(128) void pipeline_block(const float4 *in, float *out, int n) {
  constexpr int stages = 2;
  __shared__ float4 slots[stages][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto pipeline = cuda::make_pipeline(cg::this_thread_block(), &state);
  int t = threadIdx.x, ahead = 0;
  float sum = 0;
  for (int i = 0; i < n; i++) {
    for (; ahead < n && ahead < i + stages; ahead++) {
      pipeline.producer_acquire();
      cuda::memcpy_async(&slots[ahead % stages][t], &in[(size_t)ahead * 128 + t], cuda::aligned_size_t<16>(16), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    float4 v = slots[i % stages][(t + 37) % 128];
    sum += v.x + v.y + v.z + v.w;
    pipeline.consumer_release();
  }
  out[blockIdx.x * 128 + t] = sum;
}
