// The textbook's product: loads through registers, two barriers an iteration.
extern "C" __global__ __launch_bounds__(256) void tiled_gemm(const float *a, const float *b, float *c, int k, int stride) {
  __shared__ float left[16][16], right[16][17];
  int x = threadIdx.x % 16, y = threadIdx.x / 16;
  int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int i = 0; i < k; i += 16) {
    left[y][x] = a[(size_t)row * stride + i + x];
    right[y][x] = b[(size_t)(i + y) * stride + column];
    __syncthreads();
    for (int j = 0; j < 16; j++) sum += left[y][j] * right[j][x];
    __syncthreads();
  }
  c[(size_t)row * stride + column] = sum;
}
