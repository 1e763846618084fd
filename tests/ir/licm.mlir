// RUN: asyncir opt %s -p licm | filecheck %s

// Pure ops on values from outside leave the loop, and what depends on them follows.
// CHECK-LABEL: func.func @pure
// CHECK: %p = arith.addi %a, %b
// CHECK-NEXT: %q = arith.muli %p, %p
// CHECK-NEXT: scf.for
// CHECK-NEXT: %r = arith.index_cast %i
func.func @pure(%n: index, %a: i32, %b: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %r = arith.index_cast %i : index to i32
    %p = arith.addi %a, %b : i32
    %q = arith.muli %p, %p : i32
    %s = arith.addi %q, %r : i32
    memref.store %s, %m[%i] : memref<?xi32>
  }
  return
}

// A division by an unknown value may fault: it stays in a loop that may not run, and leaves one that does.
// CHECK-LABEL: func.func @division
// CHECK: scf.for
// CHECK-NEXT: %x = arith.divsi %a, %b
// CHECK: %y = arith.divsi %a, %b
// CHECK-NEXT: scf.for
func.func @division(%n: index, %a: i32, %b: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.divsi %a, %b : i32
    memref.store %x, %m[%i] : memref<?xi32>
  }
  scf.for %i = %c0 to %c9 step %c1 {
    %y = arith.divsi %a, %b : i32
    memref.store %y, %m[%i] : memref<?xi32>
  }
  return
}

// Behind an assertion the loop may never get there.
// CHECK-LABEL: func.func @behind_assertion
// CHECK: scf.for
// CHECK-NEXT: cf.assert
// CHECK-NEXT: arith.divsi
func.func @behind_assertion(%a: i32, %b: i32, %c: i1, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    cf.assert %c, "never"
    %y = arith.divsi %a, %b : i32
    memref.store %y, %m[%i] : memref<?xi32>
  }
  return
}

// A load leaves a loop that runs and writes other memory only.
// CHECK-LABEL: func.func @loads
// CHECK: %x = memref.load %a[%j]
// CHECK-NEXT: scf.for
// CHECK-NEXT: %y = memref.load %own[%j]
func.func @loads(%a: memref<?xf32>, %j: index) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %own = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%j] : memref<?xf32>
    %y = memref.load %own[%j] : memref<8xf32>
    %s = arith.addf %x, %y : f32
    memref.store %s, %own[%i] : memref<8xf32>
  }
  return %own : memref<8xf32>
}

// A load never moves across a wait for a task that writes what it reads.
// CHECK-LABEL: func.func @wait
// CHECK: %y = memref.load %b[%c0]
// CHECK-NEXT: scf.for
// CHECK-NEXT: async.await %t
// CHECK-NEXT: %x = memref.load %a[%c0]
func.func @wait(%f: f32) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloca() : memref<8xf32>
  %b = memref.alloca() : memref<8xf32>
  %r = memref.alloc() : memref<8xf32>
  %t = async.execute {
    memref.store %f, %a[%c0] : memref<8xf32>
    async.yield
  }
  scf.for %i = %c0 to %c8 step %c1 {
    async.await %t : !async.token
    %x = memref.load %a[%c0] : memref<8xf32>
    %y = memref.load %b[%c0] : memref<8xf32>
    %s = arith.addf %x, %y : f32
    memref.store %s, %r[%i] : memref<8xf32>
  }
  return %r : memref<8xf32>
}

// In a task, ops leave loops but not the task; a load on the stack that is in bounds leaves a loop that may not run.
// CHECK-LABEL: func.func @task
// CHECK: async.execute {
// CHECK-NEXT: %p = arith.addf %f, %f
// CHECK-NEXT: %x = memref.load %a[%c1]
// CHECK-NEXT: %s = arith.addf %p, %x
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
func.func @task(%n: index, %f: f32, %m: memref<?x?xf32>) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca() : memref<8xf32>
  %t = async.execute {
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %p = arith.addf %f, %f : f32
        %x = memref.load %a[%c1] : memref<8xf32>
        %s = arith.addf %p, %x : f32
        %u = arith.index_cast %j : index to i32
        %v = arith.sitofp %u : i32 to f32
        %w = arith.addf %v, %s : f32
        memref.store %w, %m[%i, %j] : memref<?x?xf32>
      }
    }
    async.yield
  }
  return %t : !async.token
}

// The condition of a while loop is evaluated at least once, its body perhaps never.
// CHECK-LABEL: func.func @while
// CHECK: %x = memref.load %a[%j]
// CHECK-NEXT: scf.while
// CHECK: do
// CHECK: %y = memref.load %a[%k]
func.func @while(%a: memref<?xindex>, %j: index, %k: index) -> index {
  %c0 = arith.constant 0 : index
  %r = scf.while (%s = %c0) : (index) -> index {
    %x = memref.load %a[%j] : memref<?xindex>
    %less = arith.cmpi slt, %s, %x : index
    scf.condition(%less) %s : index
  } do {
  ^bb0(%s: index):
    %y = memref.load %a[%k] : memref<?xindex>
    %next = arith.addi %s, %y : index
    scf.yield %next : index
  }
  return %r : index
}

// A load does not leave a loop that waits for anything, nor one that waits for its memory; over other waits it moves.
// CHECK-LABEL: func.func @waits
// CHECK: memref.load %own
// CHECK-NEXT: scf.for
// CHECK-NEXT: queue.wait(0, 0) covers(%b : memref<8xf32>)
// CHECK: scf.for
// CHECK-NEXT: queue.wait(0, 0) covers(%own : memref<8xf32>)
// CHECK-NEXT: memref.load %own
// CHECK: scf.for
// CHECK-NEXT: queue.wait(0, 0){{$}}
// CHECK-NEXT: memref.load %own
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load %own
func.func @waits(%b: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %own = memref.alloca() : memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    queue.wait(0, 0) covers(%b : memref<8xf32>)
    %x = memref.load %own[%c0] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    queue.wait(0, 0) covers(%own : memref<8xf32>)
    %x = memref.load %own[%c0] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    queue.wait(0, 0)
    %x = memref.load %own[%c0] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    gpu.barrier
    %x = memref.load %own[%c0] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
  }
  return
}

// Work in flight, commits and copies stay in their loop, and so does what reads memory that they may write.
// CHECK-LABEL: func.func @work_in_flight
// CHECK: scf.for
// CHECK-NEXT: queue.commit(0) {
// CHECK-NEXT: queue.async {
// CHECK-NEXT: memref.load %a[%c0]
// CHECK: memref.load %own[%c0]
// CHECK-NEXT: vector.print
// CHECK: scf.for
// CHECK-NEXT: nvgpu.device_async_copy
// CHECK-NEXT: nvgpu.device_async_create_group
// CHECK-NEXT: memref.load %s[%c0]
func.func @work_in_flight(%a: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %own = memref.alloca() : memref<8xf32>
  %s = memref.alloca() : memref<8xf32, 3>
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {
      queue.async {
        %y = memref.load %a[%c0] : memref<8xf32>
        memref.store %y, %own[%c0] : memref<8xf32>
      }
    }
    %x = memref.load %own[%c0] : memref<8xf32>
    vector.print %x : f32
  }
  scf.for %i = %c0 to %n step %c1 {
    %t = nvgpu.device_async_copy %a[%c0], %s[%c0], 4 : memref<8xf32> to memref<8xf32, 3>
    %g = nvgpu.device_async_create_group %t
    %x = memref.load %s[%c0] : memref<8xf32, 3>
    vector.print %x : f32
  }
  return
}
