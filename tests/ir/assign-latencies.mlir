// RUN: asyncir opt %s -p 'form-statements,assign-latencies{machine=dma-vector-tensor}' | filecheck %s

// Copies go to the DMA engines, arithmetic in a loop to the vector unit, and what hands over a value to the core.
// CHECK-LABEL: func.func @kinds
// CHECK: memref.store {{.*}} %t
// CHECK: software_pipeline_busy = {core = 1 : i64, dma = 12 : i64}, software_pipeline_engine = "dma", software_pipeline_latency = 28 : i64
// CHECK: memref.store {{.*}} %c
// CHECK: software_pipeline_busy = {core = 1 : i64, vector = 8 : i64}, software_pipeline_engine = "vector", software_pipeline_latency = 14 : i64
// CHECK: arith.addf %s
// CHECK: software_pipeline_busy = {core = 2 : i64}, software_pipeline_engine = "core", software_pipeline_latency = 3 : i64
// CHECK: software_pipeline_engines = {core = {count = 1 : i64}, dma = {asynchronous, count = 2 : i64}
// CHECK-SAME: software_pipeline_schedule
func.func @kinds(%a: memref<64x16xf32>, %c: memref<64x32xf32>, %zero: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %t = memref.alloca() : memref<16xf32>
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zero) -> (f32) {
    scf.for %j = %c0 to %c16 step %c1 {
      %x = memref.load %a[%i, %j] : memref<64x16xf32>
      memref.store %x, %t[%j] : memref<16xf32>
    }
    scf.for %j = %c0 to %c32 step %c1 {
      %x = memref.load %t[%c0] : memref<16xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %c[%i, %j] : memref<64x32xf32>
    }
    %f = memref.load %t[%c0] : memref<16xf32>
    %n = arith.addf %s, %f : f32
    scf.yield %n : f32
  } {software_pipeline_schedule}
  return %r : f32
}

// What an op says of itself stays, and a loop that asks for nothing gets nothing.
// CHECK-LABEL: func.func @said
// CHECK: software_pipeline_busy = {core = 1 : i64, tensor = 3 : i64}, software_pipeline_engine = "tensor", software_pipeline_latency = 30 : i64
// CHECK: scf.for
// CHECK-NOT: software_pipeline
// CHECK: return
func.func @said(%a: memref<16xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    memref.store %x, %a[%i] {software_pipeline_engine = "tensor", software_pipeline_latency = 30 : i64, software_pipeline_busy = 3 : i64} : memref<16xf32>
  } {software_pipeline_schedule}
  scf.for %i = %c0 to %c16 step %c1 {
    memref.store %x, %a[%i] : memref<16xf32>
  }
  return
}
