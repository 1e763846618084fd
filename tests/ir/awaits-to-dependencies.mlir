// RUN: asyncir opt %s -p awaits-to-dependencies | filecheck %s

// An await at the start of the body becomes a dependency; one for a value becomes an operand.
// CHECK-LABEL: func.func @both
// CHECK:       async.execute [%{{.*}}] (%v as %[[X:.*]]: !async.value<f32>) {
// CHECK-NEXT:    func.call @work(%[[X]])
func.func private @work(f32)
func.func @both(%v: !async.value<f32>) {
  %t = async.ready : !async.token
  %u = async.execute {
    async.await %t : !async.token
    %x = async.await %v : !async.value<f32>
    func.call @work(%x) : (f32) -> ()
    async.yield
  }
  return
}

// Ops without effects may stand in front of it; a store may not, and nothing behind one moves.
// CHECK-LABEL: func.func @first
// CHECK:       async.execute [%t] {
// CHECK-NEXT:    arith.constant
// CHECK-NEXT:    memref.store
// CHECK-NEXT:    async.await %u : !async.token
func.func @first(%t: !async.token, %u: !async.token, %m: memref<f32>) {
  %e = async.execute {
    %c = arith.constant 1.0 : f32
    async.await %t : !async.token
    memref.store %c, %m[] : memref<f32>
    async.await %u : !async.token
    async.yield
  }
  return
}

// What the task itself launched cannot be waited for before it starts.
// CHECK-LABEL: func.func @own
// CHECK:       async.execute {
// CHECK-NEXT:    %[[T:.*]] = async.execute
// CHECK:         async.await %[[T]]
func.func @own() {
  %e = async.execute {
    %t = async.execute {
      async.yield
    }
    async.await %t : !async.token
    async.yield
  }
  return
}

// Behind a completion that may fail nothing is added: the task would wait for it even then.
// CHECK-LABEL: func.func @fails
// CHECK:       async.execute [%t] {
// CHECK-NEXT:    async.await %u : !async.token
func.func @fails(%t: !async.token, %u: !async.token) {
  %e = async.execute {
    async.await %t : !async.token
    async.await %u : !async.token
    async.yield
  }
  return
}

// Waiting twice for the same is waiting once.
// CHECK-LABEL: func.func @twice
// CHECK:       async.execute [%t] (%v as %[[X:.*]]: !async.value<f32>) {
// CHECK-NEXT:    func.call @work(%[[X]])
// CHECK-NEXT:    async.yield
func.func @twice(%t: !async.token) {
  %c = arith.constant 1.0 : f32
  %v = async.ready %c : !async.value<f32>
  %e = async.execute (%v as %x: !async.value<f32>) {
    async.await %t : !async.token
    %y = async.await %v : !async.value<f32>
    func.call @work(%y) : (f32) -> ()
    async.yield
  }
  return
}
