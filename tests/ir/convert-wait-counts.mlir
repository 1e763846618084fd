// RUN: asyncir opt %s -p 'convert-wait-counts{to=in-flight},canonicalize' | filecheck %s

// In a pipeline whose prologue commits three groups, "until i + 1 are finished" lets three stay in flight; in the epilogue, where 128 were committed, "until i + 126" lets 2 - i.
// CHECK-LABEL: func.func @pipeline
// CHECK:       %[[TWO:.*]] = arith.constant 2 : index
// CHECK:       scf.for
// CHECK:       scf.for
// CHECK:         queue.wait(0, 3)
// CHECK:       scf.for %[[I:.*]] = %c0 to %c3
// CHECK-NEXT:    %[[N:.*]] = arith.subi %[[TWO]], %[[I]] : index
// CHECK-NEXT:    queue.wait(0, %[[N]])
func.func @pipeline() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c125 = arith.constant 125 : index
  %c126 = arith.constant 126 : index
  scf.for %i = %c0 to %c3 step %c1 {
    queue.commit(0) {}
  }
  scf.for %i = %c0 to %c125 step %c1 {
    queue.commit(0) {}
    %m = arith.addi %i, %c1 : index
    queue.wait_finished(0, %m)
  }
  scf.for %i = %c0 to %c3 step %c1 {
    %m = arith.addi %i, %c126 : index
    queue.wait_finished(0, %m)
  }
  return
}

// Literal counts stay literals, what is covered stays, and nobody can wait for groups that are not there yet.
// CHECK-LABEL: func.func @straight
// CHECK:       queue.wait(0, 1) covers(%b : memref<2xf32>)
// CHECK-NEXT:  queue.wait(0, 0)
// CHECK-NEXT:  queue.wait(0, 0)
func.func @straight(%b: memref<2xf32>) {
  queue.commit(0) {}
  queue.commit(0) {}
  queue.wait_finished(0, 1) covers(%b : memref<2xf32>)
  queue.wait_finished(0, 2)
  queue.wait_finished(0, 7)
  return
}

// Branches that commit equally many need no counter, and neither do calls.
// CHECK-LABEL: func.func @alike
// CHECK-NOT:   index
// CHECK:       queue.wait(0, 2)
func.func private @two() {
  queue.commit(0) {}
  queue.commit(0) {}
  return
}
func.func @alike(%p: i1) {
  scf.if %p {
    queue.commit(0) {}
  } else {
    queue.commit(0) {}
  }
  func.call @two() : () -> ()
  queue.wait_finished(0, 1)
  return
}

// Behind a loop of unknown length the trip count says how many there are.
// CHECK-LABEL: func.func @trip_count
// CHECK:       %[[TRIPS:.*]] = arith.maxsi %n, %c0 : index
// CHECK:       %[[ALL:.*]] = arith.muli %[[TRIPS]], %{{.*}} : index
// CHECK-NEXT:  %[[N:.*]] = arith.subi %[[ALL]], %c1
// CHECK:       queue.wait(0, %{{.*}})
func.func @trip_count(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {}
    queue.commit(0) {}
  }
  queue.wait_finished(0, 1)
  return
}

// Where ways differ, a counter is carried.
// CHECK-LABEL: func.func @counter
// CHECK:       scf.for {{.*}} iter_args(%[[SO_FAR:.*]] = %c0) -> (index) {
// CHECK-NEXT:    %[[NOW:.*]] = scf.if %p -> (index) {
// CHECK:           %[[MORE:.*]] = arith.addi %[[SO_FAR]], %c1
// CHECK:           scf.yield %[[MORE]]
// CHECK:           scf.yield %[[SO_FAR]]
// CHECK:         %[[N:.*]] = arith.subi %[[NOW]], %c1
// CHECK:         %[[CLAMPED:.*]] = arith.maxsi %[[N]], %c0
// CHECK:         queue.wait(0, %[[CLAMPED]])
// CHECK:         scf.yield %[[NOW]]
func.func @counter(%n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %p {
      queue.commit(0) {}
    }
    queue.wait_finished(0, 1)
  }
  return
}

// A commit to a computed queue counts where it is one to this queue.
// CHECK-LABEL: func.func @computed_queue
// CHECK:       queue.commit(%q)
// CHECK:       %[[IS:.*]] = arith.cmpi eq, %q, %[[ZERO:.*]] : index
// CHECK:       %[[ONE:.*]] = arith.select %[[IS]], %{{.*}}, %[[ZERO]] : index
// CHECK:       %[[N:.*]] = arith.addi %[[ONE]], %{{.*}} : index
// CHECK-NEXT:  queue.wait(0, %[[N]])
func.func @computed_queue(%q: index) {
  queue.commit(0) {}
  queue.commit(0) {}
  queue.commit(%q) {}
  queue.wait_finished(0, 1)
  return
}
