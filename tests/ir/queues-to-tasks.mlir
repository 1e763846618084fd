// RUN: asyncir opt %s -p queues-to-tasks | filecheck %s

// A group is a task behind the one before it; who calls from outside gets control back when the last one is complete.
// CHECK-LABEL: func.func @in_order
// CHECK-SAME:  attributes {asyncir.drains}
// CHECK:       %[[T:.*]] = async.execute {
// CHECK-NEXT:    memref.store %x, %a[] : memref<f32>
// CHECK-NEXT:    async.yield
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[U:.*]] = async.execute {
// CHECK-NEXT:    async.runtime.await %[[T]] : !async.token
// CHECK-NEXT:    async.await %[[T]] : !async.token {asyncir.passes_on}
// CHECK-NEXT:    memref.store %x, %b[] : memref<f32>
// CHECK-NEXT:    async.yield
// CHECK-NEXT:  }
// CHECK-NEXT:  async.await %[[T]] : !async.token
// CHECK-NEXT:  %y = memref.load %a[] : memref<f32>
// CHECK-NEXT:  async.await %[[U]] : !async.token
// CHECK-NEXT:  return
func.func @in_order(%x: f32, %a: memref<f32>, %b: memref<f32>) -> f32 {
  queue.commit(0) {
    queue.async {
      memref.store %x, %a[] : memref<f32>
    }
  }
  queue.commit(0) {
    queue.async {
      memref.store %x, %b[] : memref<f32>
    }
  }
  queue.wait(0, 1)
  %y = memref.load %a[] : memref<f32>
  return %y : f32
}

// A loop carries the youngest group of each FIFO; queues that share one count together.
// CHECK-LABEL: func.func @carried
// CHECK-NOT:   queue.
// CHECK:       scf.for {{.*}} iter_args(%[[OLD:.*]] = %{{.*}}) -> (!async.token)
// CHECK:         %[[T:.*]] = async.execute
// CHECK-NEXT:      async.runtime.await %[[OLD]]
// CHECK:         %[[U:.*]] = async.execute
// CHECK-NEXT:      async.runtime.await %[[T]]
// CHECK:         scf.yield %[[U]] : !async.token
func.func @carried(%n: index, %x: f32, %a: memref<f32>, %b: memref<f32>) attributes {queue.fifos = [[0, 1]]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {
      queue.async {
        memref.store %x, %a[] : memref<f32>
      }
    }
    queue.commit(1) {
      queue.async {
        memref.store %x, %b[] : memref<f32>
      }
    }
  }
  return
}

// What only computes goes into the task, control flow too; what touches memory or waits is done by who commits.
// CHECK-LABEL: func.func @regions
// CHECK:       %[[T:.*]] = async.execute {
// CHECK-NEXT:    scf.if %c {
// CHECK-NEXT:      memref.store %x, %a[] : memref<f32>
// CHECK-NEXT:    }
// CHECK:       async.await %[[T]] : !async.token
// CHECK-NEXT:  %y = memref.load %a[] : memref<f32>
// CHECK-NEXT:  %[[U:.*]] = async.execute {
// CHECK-NEXT:    memref.store %y, %b[] : memref<f32>
// CHECK:       async.await %[[U]] : !async.token
func.func @regions(%c: i1, %x: f32, %a: memref<f32>, %b: memref<f32>) {
  %t = queue.commit(0) {
    scf.if %c {
      queue.async {
        memref.store %x, %a[] : memref<f32>
      }
    }
  } -> !async.token
  queue.commit(1) {
    queue.await %t : !async.token
    %y = memref.load %a[] : memref<f32>
    queue.async {
      memref.store %y, %b[] : memref<f32>
    }
  }
  return
}

// An empty group stands for those before it; operations without a group are done at once, as where more than they is controlled.
// CHECK-LABEL: func.func @at_once
// CHECK:       %[[T:.*]] = async.execute
// CHECK:       memref.store %x, %b[] : memref<f32>
// CHECK-NEXT:  scf.if %c {
// CHECK-NEXT:    memref.store %x, %b[] : memref<f32>
// CHECK-NEXT:    memref.store %x, %b[] : memref<f32>
// CHECK-NEXT:  }
// CHECK:       async.await %[[T]] : !async.token
func.func @at_once(%c: i1, %x: f32, %a: memref<f32>, %b: memref<f32>) {
  queue.commit(0) {
    queue.async {
      memref.store %x, %a[] : memref<f32>
    }
  }
  %t = queue.commit(0) {} -> !async.token
  queue.async {
    memref.store %x, %b[] : memref<f32>
  }
  queue.commit(1) {
    scf.if %c {
      memref.store %x, %b[] : memref<f32>
      queue.async {
        memref.store %x, %b[] : memref<f32>
      }
    }
  }
  queue.await %t : !async.token
  return
}

// A wait of which nobody knows for which group it waits waits for all; a count is not negative.
// CHECK-LABEL: func.func @any_count
// CHECK:       %[[T:.*]] = async.execute
// CHECK:       arith.cmpi sge, %n, %{{.*}} : index
// CHECK-NEXT:  cf.assert %{{.*}}, "a wait leaves a negative number of groups in flight"
// CHECK-NEXT:  async.await %[[T]] : !async.token
// CHECK-NEXT:  memref.load
func.func @any_count(%n: index, %x: f32, %a: memref<f32>) -> f32 {
  queue.commit(0) {
    queue.async {
      memref.store %x, %a[] : memref<f32>
    }
  }
  queue.wait(0, %n)
  %y = memref.load %a[] : memref<f32>
  return %y : f32
}

// What a function that is only called here has committed is handed to its caller, which alone waits at its end.
// CHECK-LABEL: func.func @caller
// CHECK:       %[[T:.*]] = call @callee(%x, %a, %{{.*}}) : (f32, memref<f32>, !async.token) -> !async.token
// CHECK-NEXT:  %[[U:.*]] = call @callee(%x, %b, %[[T]])
// CHECK-NEXT:  async.await %[[U]] : !async.token
// CHECK-NEXT:  return
// CHECK-LABEL: func.func private @callee
// CHECK-SAME:  attributes {asyncir.drains}
// CHECK-NOT:   async.await {{.*}} : !async.token{{$}}
// CHECK:       return %{{.*}} : !async.token
func.func @caller(%x: f32, %a: memref<f32>, %b: memref<f32>) {
  func.call @callee(%x, %a) : (f32, memref<f32>) -> ()
  func.call @callee(%x, %b) : (f32, memref<f32>) -> ()
  return
}
func.func private @callee(%x: f32, %a: memref<f32>) {
  queue.commit(0) {
    queue.async {
      memref.store %x, %a[] : memref<f32>
    }
  }
  return
}

// Groups of parallel iterations have no order.
// CHECK-LABEL: func.func @parallel
// CHECK:       scf.parallel
// CHECK-NEXT:    memref.store %x, %a[%i] : memref<8xf32>
// CHECK-NOT:   async.execute
// CHECK:       return
func.func @parallel(%x: f32, %a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    queue.commit(0) {
      queue.async {
        memref.store %x, %a[%i] : memref<8xf32>
      }
    }
    queue.wait(0, 0)
  }
  return
}
