// RUN: asyncir opt %s -p outline-execute,merge-tasks,inline-launchers | filecheck %s

// A task that launches the next one of its kind does so itself, and the private function between them is gone.
// CHECK-LABEL: async.func private @next_execute_0(
// CHECK: async.call @next_execute_0(%less)
// CHECK-NOT: @next(
// CHECK: func.func @start(%n: i64)
// CHECK: async.call @next_execute_0(%n)
func.func private @next(%n: i64) -> !async.token {
  %t = async.execute {
    %one = arith.constant 1 : i64
    %less = arith.subi %n, %one : i64
    %more = arith.cmpi sgt, %less, %one : i64
    scf.if %more {
      %u = func.call @next(%less) : (i64) -> !async.token
      async.await %u : !async.token
    }
    async.yield
  }
  return %t : !async.token
}
func.func @start(%n: i64) {
  %t = call @next(%n) : (i64) -> !async.token
  async.await %t : !async.token
  return
}

// A function that does anything else stays.
// CHECK-LABEL: func.func private @busy()
// CHECK: func.func @caller()
// CHECK: call @busy()
func.func private @print(i64)
func.func private @busy() -> !async.token {
  %c = arith.constant 1 : i64
  call @print(%c) : (i64) -> ()
  %t = async.execute {
    async.yield
  }
  return %t : !async.token
}
func.func @caller() {
  %t = call @busy() : () -> !async.token
  async.await %t : !async.token
  return
}
