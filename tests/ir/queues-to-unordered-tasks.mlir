// RUN: asyncir opt %s -p queues-to-unordered-tasks | filecheck %s

// The operations start at once; the second group waits for the first one, too, and so does who waits for it.
// CHECK-LABEL: @main
func.func @main(%a: memref<2xi64>, %x: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[A:.*]] = async.execute {
  // CHECK-NEXT: memref.store
  queue.commit(0) {
    queue.async {
      memref.store %x, %a[%c0] : memref<2xi64>
    }
  }
  // CHECK: %[[B:.*]] = async.execute {
  // CHECK-NEXT: memref.store
  // CHECK: %[[G:.*]] = async.execute [%[[A]], %[[B]]] {
  // CHECK-NEXT: async.yield
  queue.commit(0) {
    queue.async {
      memref.store %x, %a[%c1] : memref<2xi64>
    }
  }
  // CHECK: async.await %[[A]]
  queue.wait(0, 1)
  // CHECK: async.await %[[G]]
  queue.wait(0, 0)
  // CHECK-NOT: queue
  return
}
