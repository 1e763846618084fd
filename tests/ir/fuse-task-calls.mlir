// RUN: asyncir opt %s -p outline-execute,merge-tasks,fuse-task-calls | filecheck %s

// The task only calls @fib and waits for it: it is @fib, as a task. The call inside the copy is redirected too.
// CHECK-LABEL: async.func @fib(%n: i64) -> !async.value<i64> {
// CHECK: %t, %x = call @fib_task_0(%less) : (i64) -> (!async.token, !async.value<i64>)
// CHECK: async.func private @fib_task_0(%n: i64) -> (!async.token, !async.value<i64>) attributes {asyncir.awaited_at = {{.*}}, asyncir.scheduled} {
// CHECK: call @fib_task_0(
// CHECK-NOT: fib_execute
async.func @fib(%n: i64) -> !async.value<i64> {
  %one = arith.constant 1 : i64
  %end = arith.cmpi sle, %n, %one : i64
  cf.cond_br %end, ^leaf, ^split
^leaf:
  return %n : i64
^split:
  %less = arith.subi %n, %one : i64
  %t, %x = async.execute -> !async.value<i64> {
    %f = async.call @fib(%less) : (i64) -> !async.value<i64>
    %r = async.await %f : !async.value<i64>
    async.yield %r : i64
  }
  %y = async.await %x : !async.value<i64>
  return %y : i64
}

// A constant that the task passes on is made where the task is launched.
// CHECK-LABEL: func.func @constant()
// CHECK: [[C:%.*]] = arith.constant 7 : i64
// CHECK: call @fib_task_{{[0-9]}}([[C]])
func.func @constant() {
  %t, %x = async.execute -> !async.value<i64> {
    %c = arith.constant 7 : i64
    %f = async.call @fib(%c) : (i64) -> !async.value<i64>
    %r = async.await %f : !async.value<i64>
    async.yield %r : i64
  }
  async.await %x : !async.value<i64>
  return
}

// What does anything else stays: here something is computed behind the wait.
// CHECK-LABEL: func.func @more(
// CHECK: call @more_execute_0(
// CHECK: async.func private @more_execute_0(
func.func @more(%n: i64) {
  %t, %x = async.execute -> !async.value<i64> {
    %f = async.call @fib(%n) : (i64) -> !async.value<i64>
    %r = async.await %f : !async.value<i64>
    %s = arith.addi %r, %r : i64
    async.yield %s : i64
  }
  async.await %x : !async.value<i64>
  return
}

async.func private @two() -> (!async.token, !async.value<i64>) {
  %c = arith.constant 1 : i64
  return %c : i64
}

// A task that does not wait for what it calls may be complete earlier than that.
// CHECK-LABEL: func.func @waits_for_nothing()
// CHECK: call @waits_for_nothing_execute_0()
func.func @waits_for_nothing() {
  %t = async.execute {
    %u, %v = async.call @two() : () -> (!async.token, !async.value<i64>)
    async.yield
  }
  async.await %t : !async.token
  return
}
