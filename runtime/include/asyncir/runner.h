/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Print, timing and helper functions under the names and in the formats of MLIR's runner utilities, so that programs
 * written for mlir-runner run as they are.
 *
 * An unranked memref is {rank, descriptor}; a descriptor is {allocated, aligned, offset, sizes[rank], strides[rank]}.
 * `_mlir_ciface_` functions take pointers to these; the plain forms take an unranked memref's two words.
 * All output goes through stdio's stdout (the verifiers': stderr), one write for each call.
 */
#ifndef ASYNCIR_RUNNER_H
#define ASYNCIR_RUNNER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct asyncir_unranked_memref {
  int64_t rank;
  void *descriptor;
} asyncir_unranked_memref;

/* What vector.print and friends are made of. */
void printI64(int64_t value);
void printU64(uint64_t value);
void printF16(uint16_t bits);
void printBF16(uint16_t bits);
void printF32(float value);
void printF64(double value);
void printString(const char *text);
void printOpen(void);    /* "( " */
void printClose(void);   /* " )" */
void printComma(void);   /* ", " */
void printNewline(void);

/* Time and random numbers. */
double rtclock(void);                  /* seconds */
int64_t _mlir_ciface_nanoTime(void);
void printFlops(double flops);         /* on stderr */
void *rtsrand(uint64_t seed);
uint64_t rtrand(void *generator, uint64_t bound);
void rtdrand(void *generator);
void _mlir_ciface_shuffle(void *memref_1d_index, void *generator);
void _mlir_ciface_stdSortI64(uint64_t count, void *memref_1d);
void _mlir_ciface_stdSortF64(uint64_t count, void *memref_1d);
void _mlir_ciface_stdSortF32(uint64_t count, void *memref_1d);
void mlirAsyncRuntimePrintCurrentThreadId(void);

/* Memory. */
void memrefCopy(int64_t element_size, asyncir_unranked_memref *source, asyncir_unranked_memref *target);
void *mlirAlloc(uint64_t size);
void *mlirAlignedAlloc(uint64_t alignment, uint64_t size);
void mlirFree(void *memory);
void mlirAlignedFree(void *memory);

/* printMemref*, printMemrefShape* and verifyMemRef* are declared where they are defined, in memref.cpp: they are one
 * template for each of I8 I16 I32 I64 Ind F16 BF16 F32 F64 C32 C64. */

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
