// RUN: asyncir opt %s -p inline-async-ops | filecheck %s

// What is in flight is done at its issue; the token of a group is there from the start.
// CHECK-LABEL: @main
func.func @main(%a: memref<2xi64>, %x: i64) {
  %c0 = arith.constant 0 : index
  // CHECK: memref.store
  // CHECK-NEXT: %[[T:.*]] = async.ready
  %t = queue.commit(0) {
    queue.async {
      memref.store %x, %a[%c0] : memref<2xi64>
    }
  } -> !async.token
  // CHECK-NEXT: async.execute [%[[T]]]
  %u = async.execute [%t] {
    async.yield
  }
  // CHECK-NOT: queue.wait
  queue.wait(0, 0)
  return
}
