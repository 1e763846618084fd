// A tensor map from the host; a producer warp, two consumer warp groups with setmaxnreg, five stages.
#include "asynchronous.cuh"
struct __align__(64) TensorMap { char bytes[128]; };
extern "C" __global__ __launch_bounds__(384) void tensor_roles(const __grid_constant__ TensorMap map, float *out, int n) {
  constexpr int stages = 5;
  extern __shared__ __align__(1024) float slots[];
  __shared__ uint64_t full[stages], empty[stages];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < stages; s++) {
      barrier_init(&full[s], 1);
      barrier_init(&empty[s], 256);
    }
    fence_barrier_init();
    fence_async();
  }
  __syncthreads();
  if (t < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (t == 0)
      for (int i = 0; i < n; i++) {
        barrier_wait(&empty[i % stages], (i / stages + 1) & 1);
        barrier_expect(&full[i % stages], 4096);
        tensor_load(slots + (i % stages) * 1024, &map, i * 32, blockIdx.x * 32, &full[i % stages]);
      }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    float sum = 0;
    for (int i = 0; i < n; i++) {
      barrier_wait(&full[i % stages], (i / stages) & 1);
      for (int j = 0; j < 4; j++) sum += slots[(i % stages) * 1024 + (t * 5 + j * 256) % 1024];
      fence_async();
      barrier_arrive(&empty[i % stages]);
    }
    out[blockIdx.x * 256 + t - 128] = sum;
  }
}
