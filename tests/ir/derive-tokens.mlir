// RUN: asyncir opt %s -p derive-tokens | filecheck %s

// The group that N others are younger than is waited for by its token; a wait that no group can be old enough for goes away.
// CHECK-LABEL: func.func @straight
// CHECK:       %[[T:.*]] = queue.commit(0) {
// CHECK-NEXT:  } -> !async.token
// CHECK-NEXT:  queue.commit(0) {
// CHECK-NEXT:  }
// CHECK-NEXT:  queue.await %[[T]] : !async.token
// CHECK-NEXT:  return
func.func @straight() {
  queue.commit(0) {}
  queue.commit(0) {}
  queue.wait(0, 1)
  queue.wait(0, 2)
  return
}

// The list of covered memory stays, and what waits for sources to be read still does.
// CHECK-LABEL: func.func @covers
// CHECK:       queue.await %{{.*}} : !async.token covers(%b : memref<2xf32>)
// CHECK:       queue.await_read %{{.*}} : !async.token
func.func @covers(%b: memref<2xf32>) {
  queue.commit(0) {}
  queue.wait(0, 0) covers(%b : memref<2xf32>)
  queue.commit(0) {}
  queue.wait_read(0, 0)
  return
}

// A loop carries the tokens of earlier iterations as a shift register, the oldest first; ready tokens stand for groups before the first.
// CHECK-LABEL: func.func @shift_register
// CHECK:       %[[R:.*]] = async.ready : !async.token
// CHECK:       %[[T:.*]] = queue.commit(0)
// CHECK:       scf.for {{.*}} iter_args(%[[OLD:.*]] = %[[R]], %[[MID:.*]] = %[[R]], %[[NEW:.*]] = %[[T]])
// CHECK-NEXT:    %[[NEXT:.*]] = queue.commit(0)
// CHECK:         queue.await %[[OLD]] : !async.token
// CHECK-NEXT:    scf.yield %[[MID]], %[[NEW]], %[[NEXT]]
func.func @shift_register(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  queue.commit(0) {}
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {}
    queue.wait(0, 3)
  }
  return
}

// A loop that commits nothing carries nothing, and what is behind a loop gets the results that it needs and no others.
// CHECK-LABEL: func.func @behind_loops
// CHECK:       %[[T:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (!async.token) {
// CHECK:       scf.for {{.*}} {
// CHECK-NEXT:    queue.await %[[T]] : !async.token
func.func @behind_loops(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {}
  }
  scf.for %i = %c0 to %n step %c1 {
    queue.wait(0, 0)
  }
  return
}

// A count that varies per iteration of an epilogue is a switch between the last groups.
// CHECK-LABEL: func.func @epilogue
// CHECK:       %[[T:.*]]:3 = scf.for
// CHECK:       scf.index_switch %n
// CHECK-NEXT:  case 0 {
// CHECK-NEXT:    queue.await %[[T]]#2
// CHECK:       case 1 {
// CHECK-NEXT:    queue.await %[[T]]#1
// CHECK:       default {
// CHECK-NEXT:    queue.await %[[T]]#0
func.func @epilogue() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    queue.commit(0) {}
  }
  scf.for %i = %c0 to %c3 step %c1 {
    %n = arith.subi %c2, %i : index
    queue.wait(0, %n)
  }
  return
}

// A commit on one way only makes the branch yield what is youngest on each way.
// CHECK-LABEL: func.func @branch
// CHECK:       %[[A:.*]] = queue.commit(0)
// CHECK:       %[[T:.*]]:2 = scf.if %p
// CHECK-NEXT:    %[[B:.*]] = queue.commit(0)
// CHECK:         scf.yield %[[A]], %[[B]]
// CHECK:       } else {
// CHECK-NEXT:    scf.yield %{{.*}}, %[[A]]
// CHECK:       queue.await %[[T]]#0
// CHECK-NEXT:  queue.await %[[T]]#1
func.func @branch(%p: i1) {
  queue.commit(0) {}
  scf.if %p {
    queue.commit(0) {}
  }
  queue.wait(0, 1)
  queue.wait(0, 0)
  return
}

// Both regions of a while loop and its results carry tokens.
// CHECK-LABEL: func.func @while
// CHECK:       %[[T:.*]]:2 = scf.while (%[[OLD:.*]] = %{{.*}}) : (!async.token) -> (!async.token, !async.token) {
// CHECK-NEXT:    %[[NEW:.*]] = queue.commit(0)
// CHECK:         scf.condition(%p) %[[OLD]], %[[NEW]]
// CHECK:       ^{{.*}}(%[[A:.*]]: !async.token, %[[B:.*]]: !async.token):
// CHECK-NEXT:    queue.await %[[A]]
// CHECK-NEXT:    scf.yield %[[B]]
// CHECK:       queue.await %[[T]]#1
func.func @while(%p: i1) {
  scf.while : () -> () {
    queue.commit(0) {}
    scf.condition(%p)
  } do {
    queue.wait(0, 1)
    scf.yield
  }
  queue.wait(0, 0)
  return
}

// In a graph of blocks, tokens are block arguments where ways join.
// CHECK-LABEL: func.func @blocks
// CHECK:       %[[T:.*]] = queue.commit(0)
// CHECK:       cf.br ^[[LOOP:.*]](%{{.*}}, %[[T]] : !async.token, !async.token)
// CHECK:       ^[[LOOP]](%[[OLD:.*]]: !async.token, %[[NEW:.*]]: !async.token):
// CHECK-NEXT:  queue.await %[[OLD]]
// CHECK-NEXT:  %[[NEXT:.*]] = queue.commit(0)
// CHECK:       cf.cond_br %p, ^[[LOOP]](%[[NEW]], %[[NEXT]] : !async.token, !async.token), ^[[END:.*]]
// CHECK:       queue.await %[[NEXT]]
func.func @blocks(%p: i1) {
  queue.commit(0) {}
  cf.br ^loop
^loop:
  queue.wait(0, 1)
  queue.commit(0) {}
  cf.cond_br %p, ^loop, ^end
^end:
  queue.wait(0, 0)
  return
}

// A callee that waits for what its caller started takes the token, and returns that of a group which its caller waits for.
// CHECK-LABEL: func.func private @callee
// CHECK-SAME:    (%[[OLD:.*]]: !async.token) -> !async.token
// CHECK-NEXT:  queue.await %[[OLD]]
// CHECK-NEXT:  %[[NEW:.*]] = queue.commit(0)
// CHECK:       return %[[NEW]]
func.func private @callee() {
  queue.wait(0, 1)
  queue.commit(0) {}
  return
}
// What a function only hands back is not returned: its caller has it.
// CHECK-LABEL: func.func @caller
// CHECK:       %[[A:.*]] = queue.commit(0)
// CHECK:       %[[B:.*]] = queue.commit(0)
// CHECK:       %[[C:.*]] = call @callee(%[[A]])
// CHECK-NEXT:  queue.await %[[B]]
// CHECK-NEXT:  queue.await %[[C]]
func.func @caller() {
  queue.commit(0) {}
  queue.commit(0) {}
  call @callee() : () -> ()
  queue.wait(0, 1)
  queue.wait(0, 0)
  return
}

// A public function keeps its signature, and assumes that nothing is in flight; calls in the module call a private copy.
// CHECK-LABEL: func.func @public()
// CHECK-NEXT:  queue.commit
// CHECK-NEXT:  }
// CHECK-NEXT:  return
// CHECK:       func.func private @public_0(%[[OLD:.*]]: !async.token)
// CHECK-NEXT:  queue.commit
// CHECK-NEXT:  }
// CHECK-NEXT:  queue.await %[[OLD]]
func.func @public() {
  queue.commit(0) {}
  queue.wait(0, 1)
  return
}
// That copy is there only if its signature differs.
// CHECK-LABEL: func.func @uses_public
// CHECK:       call @public_0(%{{.*}}) : (!async.token) -> ()
// CHECK:       call @alone() : () -> ()
func.func @uses_public() {
  queue.commit(0) {}
  call @public() : () -> ()
  call @alone() : () -> ()
  return
}
func.func @alone() {
  queue.commit(0) {}
  queue.wait(0, 0)
  return
}

// Queues that share a FIFO count together; each other queue has tokens of its own.
// CHECK-LABEL: func.func @shared
// CHECK:       %[[A:.*]] = queue.commit(0)
// CHECK:       queue.commit(1)
// CHECK:       %[[C:.*]] = queue.commit(2)
// CHECK:       queue.await %[[A]]
// CHECK-NEXT:  queue.await %[[C]]
func.func @shared() attributes {queue.fifos = [[0, 1]]} {
  queue.commit(0) {}
  queue.commit(1) {}
  queue.commit(2) {}
  queue.wait(0, 1)
  queue.wait(2, 0)
  return
}

// A commit to a computed queue selects, for each FIFO that somebody waits for, which group is its youngest now.
// CHECK-LABEL: func.func @computed_queue
// CHECK:       scf.for {{.*}} iter_args(%[[ZERO:.*]] = %{{.*}}, %[[ONE:.*]] = %{{.*}}) -> (!async.token, !async.token) {
// CHECK:         %[[T:.*]] = queue.commit(%q)
// CHECK-DAG:     %[[S1:.*]] = arith.select %{{.*}}, %[[T]], %[[ONE]] : !async.token
// CHECK-DAG:     %[[S0:.*]] = arith.select %{{.*}}, %[[T]], %[[ZERO]] : !async.token
// CHECK:         scf.index_switch %q
// CHECK-NEXT:    case 0 {
// CHECK-NEXT:      queue.await %[[S0]]
// CHECK:         default {
// CHECK-NEXT:      queue.await %[[S1]]
func.func @computed_queue(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.remui %i, %c2 : index
    queue.commit(%q) {}
    queue.wait(%q, 0)
  }
  return
}

// A count that is no choice of a few numbers stays, and hardware counts are their author's.
// CHECK-LABEL: func.func @stays
// CHECK:       queue.wait(0, %n)
// CHECK:       nvgpu.device_async_wait %{{.*}} {numGroups = 0 : i32}
func.func @stays(%n: index) {
  queue.commit(0) {}
  queue.wait(0, %n)
  %g = nvgpu.device_async_create_group {}
  nvgpu.device_async_wait %g {numGroups = 0 : i32}
  return
}

// A function that calls itself waits for what the inner call returned, which is no value of its own.
// CHECK-LABEL: func.func private @recursive
// CHECK:       %[[ALL:.*]] = scf.if %p -> (!async.token) {
// CHECK:       } else {
// CHECK-NEXT:    %[[INNER:.*]] = func.call @recursive
// CHECK-NEXT:    queue.await %[[INNER]] : !async.token
// CHECK-NEXT:    scf.yield %[[INNER]]
// CHECK:       return %[[ALL]]
func.func private @recursive(%p: i1) {
  scf.if %p {
    queue.commit(0) {}
  } else {
    func.call @recursive(%p) : (i1) -> ()
    queue.wait(0, 0)
  }
  return
}
// The token comes out of it as well.
// CHECK-LABEL: func.func @starts_recursion
// CHECK:       %[[T:.*]] = call @recursive
// CHECK-NEXT:  queue.await %[[T]]
func.func @starts_recursion(%p: i1) {
  call @recursive(%p) : (i1) -> ()
  queue.wait(0, 0)
  return
}
