// Warp specialisation by named barriers: two full and two empty ones, producers store by hand.
#include "asynchronous.cuh"
extern "C" __global__ __launch_bounds__(128) void named_barriers(const float *in, float *out, int n) {
  __shared__ float slots[2][256];
  int t = threadIdx.x;
  if (t < 64) {
    for (int i = 0; i < n; i++) {
      if (i % 2) named_sync<4, 128>(); else named_sync<3, 128>();
      for (int j = 0; j < 4; j++) slots[i % 2][t + 64 * j] = in[(size_t)i * 256 + t + 64 * j];
      if (i % 2) named_arrive<2, 128>(); else named_arrive<1, 128>();
    }
  } else {
    float sum = 0;
    if (n > 0) named_arrive<3, 128>();
    if (n > 1) named_arrive<4, 128>();
    for (int i = 0; i < n; i++) {
      if (i % 2) named_sync<2, 128>(); else named_sync<1, 128>();
      for (int j = 0; j < 4; j++) sum += slots[i % 2][(t + 7 + 64 * j) % 256];
      if (i + 2 < n) {
        if (i % 2) named_arrive<4, 128>(); else named_arrive<3, 128>();
      }
    }
    out[blockIdx.x * 64 + t - 64] = sum;
  }
}
