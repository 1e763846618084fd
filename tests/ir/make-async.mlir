// RUN: asyncir opt %s -p form-statements,make-async | filecheck %s

// Two copies of one stage share a commit; what reads them waits for their token.
// CHECK-LABEL: func.func @shared
// CHECK: scf.for %i
// CHECK-NEXT: [[T:%.*]] = scf.execute_region -> !async.token no_inline {
// CHECK-NEXT: [[C:%.*]] = queue.commit(0) attributes {software_pipeline_async} {
// CHECK-NEXT: queue.async {
// CHECK: queue.async {
// CHECK: } -> !async.token
// CHECK-NEXT: scf.yield [[C]] : !async.token
// CHECK-NEXT: } {software_pipeline_order = 0 : i64, software_pipeline_stage = 0 : i64, software_pipeline_statement = "0+1"}
// CHECK-NEXT: scf.execute_region no_inline {
// CHECK-NEXT: queue.await [[T]] : !async.token
// CHECK: software_pipeline_order = 1 : i64, software_pipeline_stage = 2
func.func @shared(%a: memref<64xf32>, %d: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<3x64xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%c0, %i] : memref<3x64xf32>
    %y = memref.load %a[%i] : memref<64xf32>
    memref.store %y, %b[%c1, %i] : memref<3x64xf32>
    %z = memref.load %b[%c1, %i] : memref<3x64xf32>
    memref.store %z, %d[%i] : memref<64xf32>
  } {software_pipeline_stage = [0, 0, 2], software_pipeline_async_stages = [0]}
  return
}

// What nobody in the loop reads is waited for behind it.
// CHECK-LABEL: func.func @behind
// CHECK: [[READY:%.*]] = async.ready : !async.token
// CHECK: [[LAST:%.*]] = scf.for %i = %c0 to %n step %c1 iter_args([[B:%.*]] = [[READY]]) -> (!async.token) {
// CHECK: software_pipeline_stage = 0
// CHECK-NEXT: scf.yield %{{.*}} : !async.token
// CHECK-NEXT: }
// CHECK-NEXT: queue.await [[LAST]] : !async.token
func.func @behind(%a: memref<64xf32>, %d: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %d[%i] : memref<64xf32>
  } {software_pipeline_stage = [0], software_pipeline_async_stages = [0]}
  return
}

// An element that each iteration overwrites: the write before it is waited for.
// CHECK-LABEL: func.func @itself
// CHECK: scf.for %i = %c0 to %n step %c1 iter_args([[B:%.*]] = %{{.*}}) -> (!async.token) {
// CHECK-NEXT: scf.execute_region
// CHECK-NEXT: queue.await [[B]] : !async.token
// CHECK-NEXT: queue.commit(0) attributes {software_pipeline_async} {
func.func @itself(%a: memref<64xf32>, %d: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %d[%c0] : memref<64xf32>
  } {software_pipeline_stage = [0], software_pipeline_async_stages = [0]}
  return
}

// In the pipelined loop statement 2 waits before statement 1 overwrites what is copied; while iterations run one after the other it does not.
// CHECK-LABEL: func.func @only_in_order
// CHECK: [[T:%.*]] = scf.execute_region -> !async.token
// CHECK: scf.execute_region no_inline {
// CHECK-NEXT: queue.await [[T]] : !async.token {software_pipeline_in_order}
// CHECK: software_pipeline_statement = "1"
// CHECK-NEXT: scf.execute_region no_inline {
// CHECK-NEXT: queue.await [[T]] : !async.token {software_pipeline_async}
func.func @only_in_order(%a: memref<64xf32>, %d: memref<64xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %y = memref.load %a[%i] : memref<64xf32>
    memref.store %y, %b[%c0] : memref<1xf32>
    memref.store %x, %a[%i] : memref<64xf32>
    %z = memref.load %b[%c0] : memref<1xf32>
    memref.store %z, %d[%i] : memref<64xf32>
  } {software_pipeline_stage = [0, 1, 1], software_pipeline_order = [0, 2, 1], software_pipeline_async_stages = [0]}
  return
}
