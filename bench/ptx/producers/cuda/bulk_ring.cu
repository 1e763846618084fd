// One thread loads by bulk copies into a ring of four; results go out by bulk stores, two buffers.
#include "asynchronous.cuh"
extern "C" __global__ __launch_bounds__(160) void bulk_ring(const float *in, float *out, int n) {
  constexpr int stages = 4;
  __shared__ alignas(128) float slots[stages][512];
  __shared__ alignas(128) float results[2][128];
  __shared__ uint64_t full[stages], empty[stages];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < stages; s++) {
      barrier_init(&full[s], 1);
      barrier_init(&empty[s], 128);
    }
    fence_async();
  }
  __syncthreads();
  if (t >= 128) {
    if (t == 128)
      for (int i = 0; i < n; i++) {
        barrier_wait(&empty[i % stages], (i / stages + 1) & 1);
        barrier_expect(&full[i % stages], 2048);
        bulk_load(&slots[i % stages][0], in + (size_t)i * 512, 2048, &full[i % stages]);
      }
    return;
  }
  for (int i = 0; i < n; i++) {
    barrier_wait(&full[i % stages], (i / stages) & 1);
    float v = 0;
    for (int j = 0; j < 4; j++) v += slots[i % stages][(t + j * 128) % 512];
    fence_async();
    barrier_arrive(&empty[i % stages]);
    if (t == 0) bulk_wait_read<1>();
    named_sync<1, 128>();
    results[i % 2][t] = v;
    fence_async();
    named_sync<1, 128>();
    if (t == 0) {
      bulk_store(out + (size_t)i * 128, &results[i % 2][0], 512);
      bulk_commit();
    }
  }
  if (t == 0) bulk_wait_read<0>();
}
