// The tree of barriers, a trip for each halving; the last warp goes on with __syncwarp.
extern "C" __global__ __launch_bounds__(256) void tree_reduce(const float *in, float *out, int n) {
  __shared__ float sums[256];
  int t = threadIdx.x;
  float v = 0;
  for (int i = 0; i < n; i++) v += in[(size_t)i * 256 + t];
  sums[t] = v;
  __syncthreads();
  for (int d = 128; d > 32; d /= 2) {
    if (t < d) sums[t] += sums[t + d];
    __syncthreads();
  }
  if (t < 32) {
    v = sums[t] + sums[t + 32];
    for (int d = 16; d; d /= 2) {
      sums[t] = v;
      __syncwarp();
      v += sums[t ^ d];
      __syncwarp();
    }
    if (t == 0) out[blockIdx.x] = v;
  }
}
