// Producers issue cp.async and let it arrive on full barriers; consumers free slots through empty barriers.
#include "asynchronous.cuh"
extern "C" __global__ __launch_bounds__(256) void mbarrier_copies(const float *in, float *out, int n) {
  __shared__ __align__(16) float slots[4][512];
  __shared__ __align__(8) uint64_t full[4], empty[4];
  int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < 4; s++) {
      barrier_init(&full[s], 128);
      barrier_init(&empty[s], 128);
    }
  __syncthreads();
  if (t < 128) {
    for (int i = 0; i < n; i++) {
      barrier_wait(&empty[i % 4], (i / 4 + 1) & 1);
      copy16(&slots[i % 4][t * 4], in + (size_t)i * 512 + t * 4);
      copies_arrive(&full[i % 4]);
    }
  } else {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      barrier_wait(&full[i % 4], (i / 4) & 1);
      for (int j = 0; j < 4; j++) sum += slots[i % 4][(t + j * 128) % 512];
      barrier_arrive(&empty[i % 4]);
    }
    out[blockIdx.x * 128 + t - 128] = sum;
  }
}
