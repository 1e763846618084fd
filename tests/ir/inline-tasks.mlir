// RUN: asyncir opt %s -p inline-tasks | filecheck %s

// The task's queue is another one than that of the function, and is waited for where the task ends.
// CHECK-LABEL: @main
func.func @main(%a: memref<2xi64>, %x: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: queue.commit(0)
  queue.commit(0) {
    queue.async {
      memref.store %x, %a[%c0] : memref<2xi64>
    }
  }
  // CHECK-NOT: async.execute
  %t = async.execute {
    // CHECK: queue.commit(1)
    queue.commit(0) {
      queue.async {
        memref.store %x, %a[%c1] : memref<2xi64>
      }
    }
    // CHECK: queue.wait(1, 0)
    async.yield
  }
  // CHECK: %[[T:.*]] = async.ready
  // CHECK: queue.wait(0, 0)
  queue.wait(0, 0)
  // CHECK: async.await %[[T]]
  async.await %t : !async.token
  return
}
