// Sums of rows: shuffles in a warp, shared memory between warps, used again for each row.
extern "C" __global__ __launch_bounds__(256) void block_reduce(const float *in, float *out, int rows) {
  __shared__ float parts[8];
  int t = threadIdx.x;
  for (int row = 0; row < rows; row++) {
    float v = in[(size_t)row * 256 + t];
    for (int d = 16; d; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    if (t % 32 == 0) parts[t / 32] = v;
    __syncthreads();
    if (t < 32) {
      v = t < 8 ? parts[t] : 0;
      for (int d = 4; d; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
      if (t == 0) out[row] = v;
    }
    __syncthreads();
  }
}
