// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The names of what the library shows, for whoever links a program against it in memory. A test compares with the
/// library's symbol table.
#include "asyncir/runtime.h"

#define MEMREF(type)                                                                                                   \
  " printMemref" type " _mlir_ciface_printMemref" type " _mlir_ciface_printMemrefShape" type                           \
  " verifyMemRef" type " _mlir_ciface_verifyMemRef" type
#define MEMREF_1D(type) " _mlir_ciface_printMemref1d" type

extern "C" const char *asyncir_runtime_symbols(void) {
  return "asyncir_clock asyncir_crash_reports_begin asyncir_crash_reports_end asyncir_error_cause asyncir_error_code"
         " asyncir_error_create asyncir_error_create_host"
         " asyncir_error_forgotten_host asyncir_error_host asyncir_error_location asyncir_error_message"
         " asyncir_error_release asyncir_error_retain asyncir_frame_allocate asyncir_frame_free asyncir_group_add"
         " asyncir_group_create asyncir_handle_await_and_resume asyncir_handle_resume asyncir_operation_begin"
         " asyncir_operation_call asyncir_operation_close asyncir_operation_complete asyncir_operation_create"
         " asyncir_operation_end asyncir_operation_open asyncir_operation_process asyncir_operation_read"
         " asyncir_operation_size asyncir_operation_sleep asyncir_operation_sleep_until asyncir_operation_write asyncir_run asyncir_run_async asyncir_runtime_abi_version asyncir_runtime_counts"
         " asyncir_runtime_end_stuck asyncir_runtime_start asyncir_runtime_start_error asyncir_runtime_stop"
         " asyncir_runtime_symbols asyncir_runtime_wait_idle asyncir_runtime_worker_count asyncir_task_await"
         " asyncir_task_block asyncir_task_create asyncir_task_error asyncir_task_finish asyncir_task_init"
         " asyncir_task_is_done asyncir_task_on_done asyncir_task_payload asyncir_task_release asyncir_task_retain"
         " asyncir_task_schedule asyncir_task_set asyncir_task_watch"
         " asyncir_worker_current"
         " memrefCopy mlirAlignedAlloc mlirAlignedFree mlirAlloc mlirAsyncRuntimePrintCurrentThreadId mlirFree"
         " printBF16 printClose printComma printF16 printF32 printF64 printFlops printI64 printNewline printOpen"
         " printString printU64 rtclock rtdrand rtrand rtsrand"
         " _mlir_ciface_nanoTime _mlir_ciface_shuffle _mlir_ciface_stdSortF32 _mlir_ciface_stdSortF64"
         " _mlir_ciface_stdSortI64 _mlir_ciface_printMemrefVector4x4xf32"
         " _mlir_ciface_printMemref0dF32 _mlir_ciface_printMemref2dF32 _mlir_ciface_printMemref3dF32"
         " _mlir_ciface_printMemref4dF32" //
      MEMREF("I8") MEMREF("I16") MEMREF("I32") MEMREF("I64") MEMREF("Ind") MEMREF("F16") MEMREF("BF16")      //
      MEMREF("F32") MEMREF("F64") MEMREF("C32") MEMREF("C64")                                                //
      MEMREF_1D("I8") MEMREF_1D("I32") MEMREF_1D("I64") MEMREF_1D("Ind") MEMREF_1D("F32") MEMREF_1D("F64")   //
      MEMREF_1D("C32") MEMREF_1D("C64");
}
