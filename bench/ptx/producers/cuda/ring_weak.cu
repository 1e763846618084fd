// Faulty on purpose: the wait lets one group too many stay in flight.
#include "asynchronous.cuh"
extern "C" __global__ __launch_bounds__(128) void ring_weak(const float *in, float *out, int n) {
  __shared__ __align__(16) float slots[4][512];
  int t = threadIdx.x;
  float sum = 0;
  auto issue = [&](int i) {
    if (i < n) copy16(&slots[i % 4][t * 4], in + (size_t)i * 512 + t * 4);
    commit();
  };
  for (int s = 0; s < 3; s++) issue(s);
  for (int i = 0; i < n; i++) {
    wait_group<3>();
    __syncthreads();
    issue(i + 3);
    for (int j = 0; j < 4; j++) sum += slots[i % 4][(t + j * 128) % 512];
  }
  out[blockIdx.x * 128 + t] = sum;
}
