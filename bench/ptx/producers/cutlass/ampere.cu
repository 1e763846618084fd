// CUTLASS 2.x: a multistage product of half precision for sm_80.
#include <cutlass/gemm/device/gemm.h>
#ifndef STAGES
#define STAGES 3
#endif
using Gemm = cutlass::gemm::device::Gemm<
    cutlass::half_t, cutlass::layout::RowMajor, cutlass::half_t, cutlass::layout::ColumnMajor, float, cutlass::layout::RowMajor, float,
    cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80, cutlass::gemm::GemmShape<64, 64, 32>, cutlass::gemm::GemmShape<32, 32, 32>,
    cutlass::gemm::GemmShape<16, 8, 16>, cutlass::epilogue::thread::LinearCombination<float, 4, float, float>,
    cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<>, STAGES>;
template __global__ void cutlass::Kernel<Gemm::GemmKernel>(Gemm::GemmKernel::Params);

// Run on the host, it prints the bytes of the kernel's parameters for a product of 128 x 128 x K.
#include <cstdio>
#include <cstdlib>
int main(int, char **argv) {
  int k = std::atoi(argv[1]);
  auto at = [](unsigned long n) { return reinterpret_cast<void *>(n << 32); };
  cutlass::gemm::GemmCoord size{128, 128, k}, tiles{2, 2, 1};
  Gemm::GemmKernel::Params params{size, tiles, {(cutlass::half_t *)at(1), 4096}, {(cutlass::half_t *)at(2), 4096}, {(float *)at(3), 4096},
                                  {(float *)at(3), 4096}, {}, nullptr};
  for (size_t i = 0; i < sizeof params; i++) std::printf("%02x", reinterpret_cast<unsigned char *>(&params)[i]);
  std::printf(" %zu\n", sizeof(Gemm::GemmKernel::SharedStorage));
}
