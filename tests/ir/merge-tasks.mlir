// RUN: asyncir opt %s -p outline-execute,merge-tasks | filecheck %s

// Two tasks that do the same with other values are one function.
// CHECK-LABEL: func.func @same
// CHECK: async.call @[[F:same_execute_[0-9]+]](%c1) : (index) -> !async.token
// CHECK: async.call @[[F]](%c2) : (index) -> !async.token
// CHECK: async.func private @[[F]]
// CHECK-NOT: async.func private @same
func.func private @work(index)
func.func @same() -> (!async.token, !async.token) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = async.execute {
    func.call @work(%c1) : (index) -> ()
    async.yield
  }
  %u = async.execute {
    func.call @work(%c2) : (index) -> ()
    async.yield
  }
  return %t, %u : !async.token, !async.token
}

// An assertion reports its own place, so tasks that assert at different places stay apart.
// CHECK-LABEL: func.func @asserts
// CHECK: async.call @asserts_execute_1
// CHECK: async.call @asserts_execute_0
func.func @asserts(%c: i1) -> (!async.token, !async.token) {
  %t = async.execute {
    cf.assert %c, "here"
    async.yield
  }
  %u = async.execute {
    cf.assert %c, "here"
    async.yield
  }
  return %t, %u : !async.token, !async.token
}

// Equal inner tasks make their outer tasks equal.
// CHECK-LABEL: func.func @outer
// CHECK: async.call @[[O:outer_execute_[0-9]+]]()
// CHECK: async.call @[[O]]()
func.func @outer() -> (!async.token, !async.token) {
  %t = async.execute {
    %a = async.execute {
      async.yield
    }
    async.yield
  }
  %u = async.execute {
    %a = async.execute {
      async.yield
    }
    async.yield
  }
  return %t, %u : !async.token, !async.token
}
