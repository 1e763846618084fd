// Faulty on purpose: results are stored by hand and read by a bulk store, with no fence between the proxies.
#include "asynchronous.cuh"
extern "C" __global__ __launch_bounds__(128) void missing_proxy_fence(const float *in, float *out, int n) {
  __shared__ alignas(128) float results[2][128];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    float v = in[(size_t)i * 128 + t];
    if (t == 0) bulk_wait_read<1>();
    __syncthreads();
    results[i % 2][t] = v * v;
    __syncthreads();
    if (t == 0) {
      bulk_store(out + (size_t)i * 128, &results[i % 2][0], 512);
      bulk_commit();
    }
  }
  if (t == 0) bulk_wait_read<0>();
}
