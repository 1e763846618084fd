// A ring of STAGES slots filled by cp.async, one barrier an iteration.
#include "asynchronous.cuh"
#ifndef STAGES
#define STAGES 4
#endif
extern "C" __global__ __launch_bounds__(128) void ring(const float *in, float *out, int n) {
  __shared__ __align__(16) float slots[STAGES][512];
  int t = threadIdx.x;
  float sum = 0;
  auto issue = [&](int i) {
    if (i < n) copy16(&slots[i % STAGES][t * 4], in + (size_t)i * 512 + t * 4);
    commit();
  };
  for (int s = 0; s < STAGES - 1; s++) issue(s);
  for (int i = 0; i < n; i++) {
    wait_group<STAGES - 2>();
    __syncthreads();
    issue(i + STAGES - 1);
    for (int j = 0; j < 4; j++) sum += slots[i % STAGES][(t + j * 128) % 512];
  }
  out[blockIdx.x * 128 + t] = sum;
}
