// RUN: asyncir opt %s -p elide-waits | filecheck %s

// A weaker wait behind a stronger one never waits.
// CHECK-LABEL: func.func @weaker
// CHECK: queue.wait(0, 1)
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: return
func.func @weaker(%m: memref<f32>) {
  queue.commit(0) {}
  queue.commit(0) {}
  queue.commit(0) {}
  queue.wait(0, 1)
  %x = memref.load %m[] : memref<f32>
  queue.wait(0, 2)
  %y = memref.load %m[] : memref<f32>
  queue.wait(0, 1)
  return
}

// A wait that is followed by a stronger one with no use in between goes; one with a use in between stays.
// CHECK-LABEL: func.func @stronger
// CHECK: queue.wait(0, 2)
// CHECK-NEXT: memref.load
// CHECK-NEXT: queue.wait(0, 1)
// CHECK-NEXT: memref.load
func.func @stronger(%m: memref<f32>) {
  queue.commit(0) {}
  queue.commit(0) {}
  queue.commit(0) {}
  queue.commit(0) {}
  queue.wait(0, 3)
  queue.wait(0, 2)
  %x = memref.load %m[] : memref<f32>
  queue.wait(0, 1)
  %y = memref.load %m[] : memref<f32>
  return
}

// The wait of the previous iteration left one group in flight, and one was committed since: two are no more than two.
// CHECK-LABEL: func.func @previous
// CHECK: scf.for
// CHECK-NEXT: queue.commit(0) {
// CHECK-NEXT: }
// CHECK-NEXT: memref.load
// CHECK-NEXT: queue.wait(0, 1)
// CHECK-NEXT: memref.load
func.func @previous(%m: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  queue.commit(0) {}
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {}
    queue.wait(0, 2)
    %x = memref.load %m[] : memref<f32>
    queue.wait(0, 1)
    %y = memref.load %m[] : memref<f32>
  }
  return
}

// Where more groups may be in flight, the wait stays: in the first iteration there are three.
// CHECK-LABEL: func.func @first_iteration
// CHECK: scf.for
// CHECK: queue.wait(0, 2)
func.func @first_iteration(%m: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  queue.commit(0) {}
  queue.commit(0) {}
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {}
    queue.wait(0, 2)
    %x = memref.load %m[] : memref<f32>
    queue.wait(0, 1)
  }
  return
}

// Branches meet with the greater number of groups; a caller's wait counts in what it calls.
// CHECK-LABEL: func.func @branches
// CHECK: queue.wait(0, 0)
// CHECK-NOT: queue.wait(0, 1)
// CHECK: queue.wait(0, 0)
// CHECK: call @callee
// CHECK: func.func private @callee
// CHECK-NEXT: queue.commit
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @branches(%m: memref<f32>, %c: i1) {
  queue.commit(0) {}
  scf.if %c {
    queue.commit(0) {}
    queue.wait(0, 0)
  }
  queue.wait(0, 1)
  %x = memref.load %m[] : memref<f32>
  queue.wait(0, 0)
  call @callee() : () -> ()
  return
}
func.func private @callee() {
  queue.commit(0) {}
  queue.wait(0, 1)
  return
}

// A computed queue may be any: its groups may be among those in flight, and its waits say nothing of others.
// CHECK-LABEL: func.func @computed
// CHECK: queue.wait(0, 1)
// CHECK: queue.wait(0, 1)
func.func @computed(%m: memref<f32>, %q: index) {
  queue.commit(0) {}
  queue.commit(%q) {}
  queue.wait(0, 1)
  %x = memref.load %m[] : memref<f32>
  queue.commit(%q) {}
  queue.wait(%q, 0)
  queue.wait(0, 1)
  return
}

// Behind a loop that may have no iteration there is one group from before and one of the loop's, not more.
// CHECK-LABEL: func.func @maybe_none
// CHECK: queue.wait(0, 1)
// CHECK-NEXT: memref.load
// CHECK-NEXT: }
// CHECK-NEXT: memref.load
// CHECK-NEXT: queue.wait(0, 1)
// CHECK-NEXT: memref.load
// CHECK-NEXT: return
func.func @maybe_none(%m: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  queue.commit(0) {}
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {}
    queue.wait(0, 1)
    %x = memref.load %m[] : memref<f32>
  }
  queue.wait(0, 2)
  %y = memref.load %m[] : memref<f32>
  queue.wait(0, 1)
  %z = memref.load %m[] : memref<f32>
  return
}
