// RUN: asyncir opt %s -p 'form-statements,assign-latencies{machine=dma-vector-tensor},schedule-loops' | filecheck %s

// The copy in runs two iterations ahead of the copy out, and all but the core's work is asynchronous.
// CHECK-LABEL: func.func @stream
// CHECK: software_pipeline_async,
// CHECK-SAME: software_pipeline_engine = "dma"
// CHECK-SAME: software_pipeline_order = 0 : i64, software_pipeline_queue = 0 : i64, software_pipeline_stage = 0 : i64
// CHECK: software_pipeline_async,
// CHECK-SAME: software_pipeline_engine = "vector"
// CHECK-SAME: software_pipeline_order = 2 : i64, software_pipeline_queue = 1 : i64, software_pipeline_stage = 1 : i64
// CHECK: software_pipeline_async,
// CHECK-SAME: software_pipeline_engine = "dma"
// CHECK-SAME: software_pipeline_order = 1 : i64, software_pipeline_queue = 2 : i64, software_pipeline_stage = 2 : i64
// CHECK: } {software_pipeline_modulo_schedule = {bound = {cycles = 80 : i64, engine = "dma", interval = 40 : i64
// CHECK-SAME: interval = 40 : i64, least = 40 : i64, method = "optimal"
func.func @stream(%a: memref<16x128xf32>, %c: memref<16x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %t = memref.alloca() : memref<128xf32>
  %u = memref.alloca() : memref<128xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c128 step %c1 {
      %x = memref.load %a[%i, %j] : memref<16x128xf32>
      memref.store %x, %t[%j] : memref<128xf32>
    }
    scf.for %j = %c0 to %c128 step %c1 {
      %x = memref.load %t[%j] : memref<128xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %u[%j] : memref<128xf32>
    }
    scf.for %j = %c0 to %c128 step %c1 {
      %x = memref.load %u[%j] : memref<128xf32>
      memref.store %x, %c[%i, %j] : memref<16x128xf32>
    }
  } {software_pipeline_schedule}
  return
}

// Each iteration needs the result of the one before it: the recurrence sets the interval.
// CHECK-LABEL: func.func @recurrence
// CHECK: bound = {cycles = 4 : i64, interval = 4 : i64, iterations = 1 : i64, kind = "recurrence"
func.func @recurrence(%a: memref<17xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %next = arith.addi %i, %c1 : index
    %v = memref.load %a[%i] : memref<17xf32>
    %w = arith.mulf %v, %x : f32
    memref.store %w, %a[%next] : memref<17xf32>
  } {software_pipeline_schedule}
  return
}
