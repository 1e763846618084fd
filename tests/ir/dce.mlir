// RUN: asyncir opt %s -p dce | filecheck %s

// Pure ops, loads and calls without effects go when nobody uses their results.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func private @reads(%m: memref<?xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] : memref<?xf32>
  return %x : f32
}
func.func @unused(%m: memref<?xf32>, %i: index) {
  %x = memref.load %m[%i] : memref<?xf32>
  %y = arith.addf %x, %x : f32
  %z = call @reads(%m, %i) : (memref<?xf32>, index) -> f32
  return
}

// Memory that is only written goes with what writes it, through views and in tasks too.
// CHECK-LABEL: func.func @unread_memory
// CHECK-NEXT: return
func.func @unread_memory(%i: index, %x: f32) {
  %a = memref.alloc() : memref<8xf32>
  %v = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.store %x, %v[%i] : memref<4xf32, strided<[1], offset: 4>>
  %t = async.execute {
    memref.store %x, %a[%i] : memref<8xf32>
    async.yield
  }
  memref.dealloc %a : memref<8xf32>
  return
}

// A task with effects stays although nobody waits for it; one without goes.
// CHECK-LABEL: func.func @tasks
// CHECK: %u = async.execute {
// CHECK-NEXT: memref.store
// CHECK: %w = async.execute {
// CHECK-NEXT: cf.assert
// CHECK-NOT: async.execute
// CHECK: return
func.func @tasks(%m: memref<8xf32>, %i: index, %x: f32, %c: i1) {
  %t, %v = async.execute -> !async.value<f32> {
    %y = memref.load %m[%i] : memref<8xf32>
    async.yield %y : f32
  }
  %u = async.execute {
    memref.store %x, %m[%i] : memref<8xf32>
    async.yield
  }
  %w = async.execute {
    cf.assert %c, "kept: somebody may be told"
    async.yield
  }
  return
}

// Values that a loop carries for their own sake are dropped, also where several feed each other.
// CHECK-LABEL: func.func @carried
// CHECK: %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (f32) {
// CHECK-NEXT: %d = arith.mulf %c, %x
// CHECK-NEXT: scf.yield %d : f32
func.func @carried(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x) -> (f32, f32, f32) {
    %e = arith.addf %a, %b : f32
    %d = arith.mulf %c, %x : f32
    scf.yield %b, %e, %d : f32, f32, f32
  }
  return %r#2 : f32
}

// A result that an `scf.if` yields for nobody is dropped; what it does stays.
// CHECK-LABEL: func.func @if
// CHECK: scf.if %c {
// CHECK-NEXT: memref.store
func.func @if(%c: i1, %x: f32, %m: memref<?xf32>, %i: index) {
  %r = scf.if %c -> f32 {
    memref.store %x, %m[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    scf.yield %y : f32
  } else {
    scf.yield %x : f32
  }
  return
}

// Blocks that cannot be reached go, and block arguments that only go round in circles.
// CHECK-LABEL: func.func @blocks
// CHECK: cf.br ^h(%n : index)
// CHECK-NEXT: ^h(%i: index):
// CHECK: cf.cond_br %{{.*}}, ^h(%{{.*}} : index), ^e
// CHECK-NEXT: ^e:
// CHECK-NEXT: return %i : index
// CHECK-NEXT: }
func.func @blocks(%n: index) -> index {
  %c1 = arith.constant 1 : index
  cf.br ^h(%n, %c1 : index, index)
^h(%i: index, %j: index):
  %k = arith.addi %j, %j : index
  %l = arith.subi %i, %c1 : index
  %c = arith.cmpi sgt, %l, %c1 : index
  cf.cond_br %c, ^h(%l, %k : index, index), ^e
^e:
  return %i : index
^never:
  cf.br ^e
}

// A private function stays where something that stays refers to it; one that only calls itself goes.
// CHECK-LABEL: func.func @symbols
// CHECK: call @used
// CHECK: func.func private @used
// CHECK-NOT: @circle
func.func @symbols() {
  call @used() : () -> ()
  return
}
func.func private @used()
func.func private @circle() {
  call @circle() : () -> ()
  return
}

// Groups count although nobody has their tokens, empty ones too; waits, barriers and copies stay; ready tokens go.
// CHECK-LABEL: func.func @groups
// CHECK-NEXT: %own = memref.alloca
// CHECK-NEXT: queue.commit(0) {
// CHECK-NEXT: queue.async {
// CHECK-NEXT: memref.load %a
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %e = queue.commit(0) {
// CHECK-NEXT: } -> !async.token
// CHECK-NEXT: queue.wait(0, 1)
// CHECK-NEXT: queue.wait_read(0, 1)
// CHECK-NEXT: queue.wait_finished(0, 1)
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: %x = nvgpu.device_async_copy
// CHECK-NEXT: %g = nvgpu.device_async_create_group %x
// CHECK-NEXT: return
func.func @groups(%a: memref<8xf32>, %b: memref<8xf32>, %i: index) {
  %own = memref.alloca() : memref<8xf32, 3>
  %r = async.ready : !async.token
  queue.commit(0) {
    queue.async {
      %x = memref.load %a[%i] : memref<8xf32>
      memref.store %x, %b[%i] : memref<8xf32>
    }
  }
  %e = queue.commit(0) {
  } -> !async.token
  queue.wait(0, 1)
  queue.wait_read(0, 1)
  queue.wait_finished(0, 1)
  gpu.barrier
  %t = gpu.thread_id x
  %x = nvgpu.device_async_copy %a[%i], %own[%i], 4 : memref<8xf32> to memref<8xf32, 3>
  %g = nvgpu.device_async_create_group %x
  return
}

// A value that an outer loop carries for an inner one alone is needed by neither.
// CHECK-LABEL: func.func @carried_in_both
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %t) -> (i32) {
// CHECK-NEXT: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (i32) {
func.func @carried_in_both(%n: index, %v: f16, %t: i32) -> i32 {
  %k0 = arith.constant 0 : index
  %k1 = arith.constant 1 : index
  %a, %x = scf.for %i = %k0 to %n step %k1 iter_args(%b = %t, %y = %v) -> (i32, f16) {
    %c, %z = scf.for %j = %k0 to %n step %k1 iter_args(%d = %b, %w = %y) -> (i32, f16) {
      scf.yield %d, %w : i32, f16
    }
    scf.yield %c, %z : i32, f16
  }
  return %a : i32
}

// So is what a branch hands on from a loop, and a jump from that.
// CHECK-LABEL: func.func @handed_on
// CHECK: scf.for %{{.*}} -> (i32) {
// CHECK: scf.if %{{.*}} -> (i32) {
// CHECK: cf.br ^[[N:.*]]
// CHECK: ^[[N]]:
func.func @handed_on(%n: index, %v: i64, %t: i32, %b: i1) -> i32 {
  %k0 = arith.constant 0 : index
  %k1 = arith.constant 1 : index
  %p, %q = scf.for %i = %k0 to %n step %k1 iter_args(%c = %t, %d = %v) -> (i32, i64) {
    %e = arith.addi %c, %t : i32
    scf.yield %e, %d : i32, i64
  }
  %r, %s = scf.if %b -> (i32, i64) {
    scf.yield %t, %v : i32, i64
  } else {
    scf.yield %p, %q : i32, i64
  }
  %u = arith.addi %p, %r : i32
  cf.br ^next(%s : i64)
^next(%w: i64):
  return %u : i32
}
