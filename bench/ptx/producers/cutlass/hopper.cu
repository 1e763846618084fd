// CUTLASS 3.x: a collective of sm_90 with tensor copies, SCHEDULE says how warps share the work.
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/device/gemm_universal_adapter.h>
#include <cutlass/gemm/kernel/gemm_universal.hpp>
#ifndef SCHEDULE
#define SCHEDULE KernelTmaWarpSpecialized
#endif
#ifndef EPILOGUE
#define EPILOGUE NoSmemWarpSpecialized
#endif
#ifndef CLUSTER
#define CLUSTER 1
#endif
using namespace cute;
using Half = cutlass::half_t;
using Shape3 = Shape<_128, _128, _64>;
using Cluster = Shape<Int<CLUSTER>, _1, _1>;
using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Shape3, Cluster, cutlass::epilogue::collective::EpilogueTileAuto, float, float, void,
    cutlass::layout::RowMajor, 8, Half, cutlass::layout::RowMajor, 8, cutlass::epilogue::EPILOGUE>::CollectiveOp;
using Mainloop = typename cutlass::gemm::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Half, cutlass::layout::RowMajor, 8, Half, cutlass::layout::ColumnMajor, 8, float, Shape3,
    Cluster, cutlass::gemm::collective::StageCount<4>, cutlass::gemm::SCHEDULE>::CollectiveOp;
using Kernel = cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int, int>, Mainloop, Epilogue>;
template __global__ void cutlass::device_kernel<Kernel>(CUTLASS_GRID_CONSTANT typename Kernel::Params const);

// Run on the host, it prints the bytes of the kernel's parameters for a product of 256 x 256 x K, and the boxes of the tensor
// maps in the order in which they are made. The driver's encoder is not here: the runtime is asked for it, and gets this one.
#include <cstdio>
#include <cstdlib>
static int made = 0;
static CUresult encode(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *, const cuuint64_t *, const cuuint64_t *,
                       const cuuint32_t *box, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
                       CUtensorMapFloatOOBfill) {
  for (int i = 0; i < 128; i++) reinterpret_cast<unsigned char *>(map)[i] = 0xd0 + made;
  std::printf("map %d type %d box", made++, (int)type);
  for (unsigned i = 0; i < rank; i++) std::printf(" %u", box[i]);
  std::printf("\n");
  return CUDA_SUCCESS;
}
extern "C" cudaError_t cudaGetDriverEntryPointByVersion(const char *, void **function, unsigned, unsigned long long,
                                                        cudaDriverEntryPointQueryResult *result) {
  *function = reinterpret_cast<void *>(&encode);
  if (result) *result = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}
int main(int, char **argv) {
  int k = std::atoi(argv[1]);
  using StrideA = typename Kernel::StrideA;
  using StrideB = typename Kernel::StrideB;
  auto at = [](unsigned long n) { return reinterpret_cast<void *>(n << 32); };
  auto shape = make_shape(256, 256, k, 1);
  StrideA a{};
  StrideB b{};
  get<0>(a) = get<0>(b) = 4096;
  typename Kernel::StrideC c{};
  typename Kernel::StrideD d{};
  get<0>(c) = get<0>(d) = 4096;
  cutlass::KernelHardwareInfo hardware{0, 2, 1};
  typename Kernel::Arguments arguments{cutlass::gemm::GemmUniversalMode::kGemm, shape, {(Half *)at(1), a, (Half *)at(2), b},
                                       {{1.0f, 0.0f}, nullptr, c, (Half *)at(3), d}, hardware};
  auto params = Kernel::to_underlying_arguments(arguments, nullptr);
  for (size_t i = 0; i < sizeof params; i++) std::printf("%02x", reinterpret_cast<unsigned char *>(&params)[i]);
  auto block = Kernel::get_block_shape();
  std::printf(" %d %u\n", (int)Kernel::SharedStorageSize, block.x);
}
