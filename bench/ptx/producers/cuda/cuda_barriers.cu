// cuda::barrier and cuda::ptx: a ring of three filled by bulk copies.
#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ __launch_bounds__(128) void cuda_barriers(const float *in, float *out, int n) {
  constexpr int stages = 3;
  __shared__ alignas(128) float slots[stages][512];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier full[stages];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < stages; s++) init(&full[s], 128);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  auto issue = [&](int i) {
    if (t == 0) {
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, &slots[i % stages][0], in + (size_t)i * 512, 2048,
                         cuda::device::barrier_native_handle(full[i % stages]));
      (void)cuda::device::barrier_arrive_tx(full[i % stages], 1, 2048);
    } else {
      (void)full[i % stages].arrive();
    }
  };
  for (int i = 0; i < stages - 1 && i < n; i++) issue(i);
  for (int i = 0; i < n; i++) {
    if (i + stages - 1 < n) issue(i + stages - 1);
    full[i % stages].wait_parity((i / stages) & 1);
    for (int j = 0; j < 4; j++) sum += slots[i % stages][(t + j * 128) % 512];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}
