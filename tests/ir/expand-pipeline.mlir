// RUN: asyncir opt %s -p form-statements,make-async,expand-pipeline,canonicalize | filecheck %s

// A value that the next stage needs is carried by the loop; the last iteration's is used behind it.
// CHECK-LABEL: func.func @value
// CHECK: [[LAST:%.*]] = arith.constant 15 : index
// CHECK: [[X0:%.*]] = memref.load %a[%c0]
// CHECK: [[X:%.*]] = scf.for %i = %c0 to [[LAST]] step %c1 iter_args([[BEFORE:%.*]] = [[X0]]) -> (f32) {
// CHECK: [[AHEAD:%.*]] = arith.addi %i, %c1
// CHECK: [[NOW:%.*]] = memref.load %a{{\[}}[[AHEAD]]]
// CHECK: memref.store [[BEFORE]], %c[%i]
// CHECK-NEXT: scf.yield [[NOW]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store [[X]], %c[[[LAST]]]
// CHECK-NEXT: return
func.func @value(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<16xf32>
    memref.store %x, %b[%i] : memref<16xf32>
    memref.store %x, %c[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1]}
  return
}

// A loop that may have fewer iterations than stages is kept beside the pipeline.
// CHECK-LABEL: func.func @dynamic
// CHECK: [[ENOUGH:%.*]] = arith.cmpi sge, %n, %c1
// CHECK: scf.if [[ENOUGH]] {
// CHECK: scf.for %i
// CHECK: } else {
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: memref.store %x, %a[%i]
// CHECK-NEXT: memref.store %x, %c[%i]
// CHECK-NEXT: }
func.func @dynamic(%a: memref<16xf32>, %c: memref<16xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<16xf32>
    memref.store %x, %c[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1]}
  return
}

// What the loop carries round without computing it is not pipelined.
// CHECK-LABEL: func.func @exchange
// CHECK: scf.for
// CHECK-NEXT: memref.store
// CHECK-NEXT: memref.store
// CHECK-NEXT: scf.yield
func.func @exchange(%a: memref<16xf32>, %x: f32, %y: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x, %w = %y) -> (f32, f32) {
    memref.store %v, %a[%i] : memref<16xf32>
    memref.store %w, %a[%i] : memref<16xf32>
    scf.yield %w, %v : f32, f32
  } {software_pipeline_stage = [0, 1]}
  return
}

// There nothing is asynchronous, so that nothing has to wait; a wait that was needed in order only is gone from the pipeline.
// CHECK-LABEL: func.func @asynchronous
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NEXT: [[AHEAD:%.*]] = arith.addi %i, %c1
// CHECK-NEXT: [[C:%.*]] = queue.commit(0) {
// CHECK: } -> !async.token
// CHECK-NEXT: queue.await %{{.*}} : !async.token{{$}}
// CHECK-NEXT: [[Z:%.*]] = memref.load %b[%i]
// CHECK-NEXT: memref.store [[Z]], %d[%i]
// CHECK-NEXT: memref.store %x, %a[%i]
// CHECK: } else {
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: [[Y:%.*]] = memref.load %a[%i]
// CHECK-NEXT: memref.store [[Y]], %b[%i]
// CHECK-NEXT: memref.store %x, %a[%i]
// CHECK-NEXT: [[Z:%.*]] = memref.load %b[%i]
// CHECK-NEXT: memref.store [[Z]], %d[%i]
// CHECK-NEXT: }
func.func @asynchronous(%a: memref<64xf32>, %d: memref<64xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<64xf32>
  scf.for %i = %c0 to %n step %c1 {
    %y = memref.load %a[%i] : memref<64xf32>
    memref.store %y, %b[%i] : memref<64xf32>
    memref.store %x, %a[%i] : memref<64xf32>
    %z = memref.load %b[%i] : memref<64xf32>
    memref.store %z, %d[%i] : memref<64xf32>
  } {software_pipeline_stage = [0, 1, 1], software_pipeline_order = [0, 2, 1], software_pipeline_async_stages = [0]}
  return
}
