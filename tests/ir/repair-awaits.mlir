// RUN: asyncir opt %s -p repair-awaits | filecheck %s

// The second task waits for the first, which leaves the caller free.
// CHECK-LABEL: @two
func.func @two(%a: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1 : i64
  // CHECK: %[[T:.*]] = async.execute {
  %t = async.execute {
    memref.store %x, %a[%c0] : memref<1xi64>
    async.yield
  }
  // CHECK: async.execute [%[[T]]] {
  %u = async.execute {
    memref.store %x, %a[%c0] : memref<1xi64>
    async.yield
  }
  // CHECK-NOT: async.await %[[T]]
  // CHECK: async.await
  async.await %u : !async.token
  return
}

// Tasks that a loop adds to a group are waited for together, behind it.
// CHECK-LABEL: @group
func.func @group(%a: memref<?xi64>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1 : i64
  %g = async.create_group %n : !async.group
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 {
    // CHECK-NOT: async.await %
    %t = async.execute {
      memref.store %x, %a[%i] : memref<?xi64>
      async.yield
    }
    %r = async.add_to_group %t, %g : !async.token
  }
  // CHECK: async.await_all
  // CHECK-NEXT: memref.load
  %y = memref.load %a[%c0] : memref<?xi64>
  return %y : i64
}

// Iterations that race with each other wait for each other: no token of another iteration is in scope.
// CHECK-LABEL: @sum
func.func @sum(%a: memref<?xi64>, %total: memref<i64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: %[[T:.*]] = async.execute
    %t = async.execute {
      %x = memref.load %a[%i] : memref<?xi64>
      %old = memref.load %total[] : memref<i64>
      %new = arith.addi %old, %x : i64
      memref.store %new, %total[] : memref<i64>
      async.yield
    }
    // CHECK: async.await %[[T]]
  }
  return
}

// A function that launches for its caller waits before it returns.
// CHECK-LABEL: @launches
func.func private @launches(%a: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1 : i64
  // CHECK: %[[T:.*]] = async.execute
  %t = async.execute {
    memref.store %x, %a[%c0] : memref<1xi64>
    async.yield
  }
  // CHECK: async.await %[[T]]
  // CHECK-NEXT: return
  return
}
// Its caller stays as it is.
// CHECK-LABEL: @calls
func.func @calls(%a: memref<1xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  call @launches(%a) : (memref<1xi64>) -> ()
  // CHECK: call @launches
  // CHECK-NEXT: memref.load
  %y = memref.load %a[%c0] : memref<1xi64>
  return %y : i64
}

// What a loop launches without a group gets one.
// CHECK-LABEL: @launched
func.func @launched(%a: memref<?xi64>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1 : i64
  // CHECK: %[[SIZE:.*]] = arith.maxsi
  // CHECK: %[[G:.*]] = async.create_group %[[SIZE]]
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: %[[T:.*]] = async.execute
    %t = async.execute {
      memref.store %x, %a[%i] : memref<?xi64>
      async.yield
    }
    // CHECK: async.add_to_group %[[T]], %[[G]]
  }
  // CHECK: async.await_all %[[G]]
  // CHECK-NEXT: memref.load
  %y = memref.load %a[%c0] : memref<?xi64>
  return %y : i64
}

// One wait for three tasks: that for the last of the chain.
// CHECK-LABEL: @chain
func.func @chain(%a: memref<1xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1 : i64
  %t = async.execute {
    memref.store %x, %a[%c0] : memref<1xi64>
    async.yield
  }
  // CHECK: async.execute [%{{.*}}] {
  %u = async.execute [%t] {
    memref.store %x, %a[%c0] : memref<1xi64>
    async.yield
  }
  // CHECK: %[[V:.*]] = async.execute [%{{.*}}] {
  %v = async.execute [%u] {
    memref.store %x, %a[%c0] : memref<1xi64>
    async.yield
  }
  // CHECK: async.await %[[V]]
  // CHECK-NOT: async.await
  // CHECK: memref.load
  %y = memref.load %a[%c0] : memref<1xi64>
  return %y : i64
}

// A task in a branch is awaited in the branch: behind it the token is not known.
// CHECK-LABEL: @branch
func.func @branch(%a: memref<1xi64>, %c: i1) -> i64 {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1 : i64
  // CHECK: scf.if
  scf.if %c {
    // CHECK: %[[T:.*]] = async.execute
    %t = async.execute {
      memref.store %x, %a[%c0] : memref<1xi64>
      async.yield
    }
    // CHECK: async.await %[[T]]
  }
  %y = memref.load %a[%c0] : memref<1xi64>
  return %y : i64
}

// A last wait that is missing: the caller looks at what it has passed.
// CHECK-LABEL: @last
func.func @last(%a: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1 : i64
  // CHECK: %[[T:.*]] = async.execute
  %t = async.execute {
    memref.store %x, %a[%c0] : memref<1xi64>
    async.yield
  }
  // CHECK: async.await %[[T]]
  // CHECK-NEXT: return
  return
}

// What is right stays as it is.
// CHECK-LABEL: @right
func.func @right(%a: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1 : i64
  %t = async.execute {
    memref.store %x, %a[%c0] : memref<1xi64>
    async.yield
  }
  // CHECK-COUNT-1: async.await
  // CHECK-NOT: async.await
  async.await %t : !async.token
  return
}
