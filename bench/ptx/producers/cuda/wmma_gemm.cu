// A product through nvcuda::wmma, two buffers filled by cp.async.
#include "asynchronous.cuh"
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ __launch_bounds__(128) void wmma_gemm(const half *a, const half *b, float *c, int k, int stride) {
  __shared__ __align__(128) half left[2][64][24], right[2][16][72];
  int t = threadIdx.x, warp = t / 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[4];
  for (auto &sum : sums) wmma::fill_fragment(sum, 0.0f);
  auto issue = [&](int i) {
    copy16(&left[i % 2][t / 2][t % 2 * 8], a + (size_t)(blockIdx.x * 64 + t / 2) * stride + i * 16 + t % 2 * 8);
    copy16(&right[i % 2][t / 8][t % 8 * 8], b + (size_t)(i * 16 + t / 8) * stride + blockIdx.y * 64 + t % 8 * 8);
    commit();
  };
  issue(0);
  for (int i = 0; i < k / 16; i++) {
    wait_group<0>();
    __syncthreads();
    if (i + 1 < k / 16) issue(i + 1);
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
    wmma::load_matrix_sync(x, &left[i % 2][warp * 16][0], 24);
    for (int j = 0; j < 4; j++) {
      wmma::load_matrix_sync(y, &right[i % 2][0][j * 16], 72);
      wmma::mma_sync(sums[j], x, y, sums[j]);
    }
  }
  for (int j = 0; j < 4; j++)
    wmma::store_matrix_sync(c + (size_t)(blockIdx.x * 64 + warp * 16) * stride + blockIdx.y * 64 + j * 16, sums[j], stride, wmma::mem_row_major);
}
