// RUN: asyncir opt %s -p eliminate-awaits | filecheck %s

// What the second task waits for, it does not need; the first wait at the end is covered by the second.
// CHECK-LABEL: @main
func.func @main(%a: memref<2xi64>, %b: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1 : i64
  // CHECK: %[[T:.*]] = async.execute {
  %t = async.execute {
    memref.store %x, %a[%c0] : memref<2xi64>
    async.yield
  }
  // CHECK: %[[U:.*]] = async.execute {
  %u = async.execute [%t] {
    memref.store %x, %b[%c0] : memref<2xi64>
    async.yield
  }
  // CHECK: %[[V:.*]] = async.execute [%[[T]], %[[U]]] {
  %v = async.execute [%t, %u] {
    memref.store %x, %a[%c0] : memref<2xi64>
    memref.store %x, %b[%c0] : memref<2xi64>
    async.yield
  }
  // CHECK-NOT: async.await %[[T]]
  async.await %t : !async.token
  // CHECK: async.await %[[V]]
  async.await %v : !async.token
  return
}

// Where two tasks race, nothing is removed.
// CHECK-LABEL: @races
func.func @races(%a: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1 : i64
  %t = async.execute {
    memref.store %x, %a[%c0] : memref<1xi64>
    async.yield
  }
  %u = async.execute {
    memref.store %x, %a[%c0] : memref<1xi64>
    async.yield
  }
  // CHECK-COUNT-3: async.await
  async.await %t : !async.token
  async.await %t : !async.token
  async.await %u : !async.token
  return
}
