// Faulty on purpose: a thread waits for its own copies alone and reads those of others.
#include "asynchronous.cuh"
extern "C" __global__ __launch_bounds__(128) void no_barrier(const float *in, float *out, int n) {
  __shared__ __align__(16) float slots[2][512];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; i++) {
    copy16(&slots[i % 2][t * 4], in + (size_t)i * 512 + t * 4);
    commit();
    wait_group<0>();
    for (int j = 0; j < 4; j++) sum += slots[i % 2][(t + j * 128) % 512];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}
