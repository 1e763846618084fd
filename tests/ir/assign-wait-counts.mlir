// RUN: asyncir opt %s -p assign-wait-counts | filecheck %s

// The count is the number of groups committed to the same FIFO since the token's own.
// CHECK-LABEL: func.func @straight
// CHECK: queue.wait(0, 1)
// CHECK-NEXT: queue.wait(0, 0)
// CHECK-NEXT: queue.wait(1, 0)
func.func @straight() {
  %a = queue.commit(0) {} -> !async.token
  %b = queue.commit(0) {} -> !async.token
  %c = queue.commit(1) {} -> !async.token
  queue.await %a : !async.token
  queue.await %a, %b : !async.token, !async.token
  queue.await %c : !async.token
  return
}

// What two iterations carry is waited for with the groups of two iterations in between; the tokens are gone.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for %i = %c0 to %n step %c1 {
// CHECK: queue.wait(0, 2)
// CHECK: queue.wait(0, 1)
func.func @loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = queue.commit(0) {} -> !async.token
  %b = queue.commit(0) {} -> !async.token
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (!async.token, !async.token) {
    %t = queue.commit(0) {} -> !async.token
    queue.await %x : !async.token
    scf.yield %y, %t : !async.token, !async.token
  }
  queue.await %r#0 : !async.token
  return
}

// A branch that commits one group fewer gets an empty one, and the count is the same on both paths.
// CHECK-LABEL: func.func @padded
// CHECK: scf.if
// CHECK: } else {
// CHECK-NEXT: queue.commit(0) {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: queue.wait(0, 1)
func.func @padded(%p: i1) {
  %a = queue.commit(0) {} -> !async.token
  scf.if %p {
    %b = queue.commit(0) {} -> !async.token
  }
  queue.await %a : !async.token
  return
}

// A FIFO for which the program has a count gets no group: the wait is said in each branch instead.
// CHECK-LABEL: func.func @kept
// CHECK: scf.if
// CHECK: queue.wait(0, 1)
// CHECK: } else {
// CHECK-NEXT: queue.wait(0, 0)
// CHECK-NEXT: }
// CHECK-NEXT: queue.wait(0, 0)
func.func @kept(%p: i1) {
  %a = queue.commit(0) {} -> !async.token
  scf.if %p {
    %b = queue.commit(0) {} -> !async.token
  }
  queue.await %a : !async.token
  queue.wait(0, 0)
  return
}

// In the first iteration the token is ready, and groups from before the loop may stay in flight.
// CHECK-LABEL: func.func @first
// CHECK: scf.for
// CHECK: %[[C:[0-9a-z]+]] = arith.cmpi ne, %i, %{{.*}} : index
// CHECK-NEXT: scf.if %[[C]] {
// CHECK-NEXT: queue.wait(1, 1)
// CHECK-NEXT: }
func.func @first(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = queue.commit(1) {} -> !async.token
  %b = queue.commit(1) {} -> !async.token
  %z = async.ready : !async.token
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %z) -> (!async.token) {
    %t = queue.commit(1) {} -> !async.token
    queue.await %x : !async.token
    scf.yield %t : !async.token
  }
  return
}

// How many groups the loop commits is known only at run time: they are counted, and a ladder has a wait for each count.
// CHECK-LABEL: func.func @counted
// CHECK: memref.alloca() : memref<index>
// CHECK: scf.for
// CHECK: memref.store
// CHECK: %[[N:[0-9a-z]+]] = memref.load
// CHECK-NEXT: %[[D:[0-9a-z]+]] = arith.subi %[[N]], %a : index
// CHECK-NEXT: scf.index_switch %[[D]]
// CHECK: case 0 {
// CHECK-NEXT: queue.wait(2, 0)
// CHECK: case 14 {
// CHECK-NEXT: queue.wait(2, 14)
// CHECK: default {
// CHECK-NEXT: queue.wait(2, 15)
func.func @counted(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = queue.commit(2) {} -> !async.token
  scf.for %i = %c0 to %n step %c1 {
    %t = queue.commit(2) {} -> !async.token
  }
  queue.await %a : !async.token
  return
}

// A token of MLIR's device copies keeps its operand beside the count.
// CHECK-LABEL: func.func @device
// CHECK: nvgpu.device_async_wait %g {numGroups = 1 : i32}
func.func @device(%a: memref<16xf32>, %b: memref<16xf32, 3>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = nvgpu.device_async_copy %a[%c0], %b[%c0], 4 : memref<16xf32> to memref<16xf32, 3>
  %g = nvgpu.device_async_create_group %x
  %y = nvgpu.device_async_copy %a[%c4], %b[%c4], 4 : memref<16xf32> to memref<16xf32, 3>
  %h = nvgpu.device_async_create_group %y
  nvgpu.device_async_wait %g
  return
}

// A token that may be of a task is not counted; nor is what a caller elsewhere gives.
// CHECK-LABEL: func.func @other
// CHECK: queue.await
func.func @other(%t: !async.token) {
  queue.await %t : !async.token
  return
}
