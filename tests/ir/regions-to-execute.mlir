// RUN: asyncir opt %s -p regions-to-execute | filecheck %s

// A region with one part is a task; its value is unwrapped where it is used, and what it captures is used as it is.
// CHECK-LABEL: func.func @one_part
// CHECK: %t, %x = async.execute [%d] -> !async.value<f32> {
// CHECK-NEXT: %[[S:.*]] = arith.addf %a, %a : f32
// CHECK-NEXT: async.yield %[[S]] : f32
// CHECK: async.await %t : !async.token
// CHECK-NEXT: %[[X:.*]] = async.await %x : !async.value<f32>
// CHECK-NEXT: return %[[X]] : f32
func.func @one_part(%a: f32, %d: !async.token) -> f32 {
  %t, %x = async.region [%d] (%a as %b: f32) -> f32 isolated {
    %s = arith.addf %b, %b : f32
    async.yield %s : f32
  }
  async.await %t : !async.token
  return %x : f32
}

// Tokens that the only part waits for are awaited at the end of the body.
// CHECK-LABEL: func.func @waits_at_the_end
// CHECK: %t = async.execute {
// CHECK: %k = async.execute {
// CHECK: async.await %k : !async.token
// CHECK-NEXT: async.yield
func.func @waits_at_the_end() -> !async.token {
  %t = async.region {
    %k = async.region {
    }
    async.yield %k : !async.token
  }
  return %t : !async.token
}

// Of several parts, each that waits for tokens of its own is a task behind the body, which hands it what it needs.
// CHECK-LABEL: func.func @several_parts
// CHECK: %t, %x:3 = async.execute -> (!async.value<f32>, !async.value<!async.value<f32>>, !async.value<!async.token>) {
// CHECK: %k, %w = async.execute -> !async.value<f32> {
// CHECK: async.yield %a, %w, %k : f32, !async.value<f32>, !async.token
// CHECK: %u, %y = async.execute [%t] (%x#1 as %[[V:.*]]: !async.value<!async.value<f32>>, %x#2 as %[[T:.*]]: !async.value<!async.token>)
// CHECK-NEXT: async.await %[[T]] : !async.token
// CHECK-NEXT: %[[Y:.*]] = async.await %[[V]] : !async.value<f32>
// CHECK-NEXT: async.yield %[[Y]] : f32
func.func @several_parts(%a: f32) -> f32 {
  %t, %x, %u, %y = async.region -> (f32, !async.token, f32) {
    %k, %w = async.region -> f32 {
      async.yield %a : f32
    }
    async.yield %a, %w, %k : f32, f32, !async.token {token_counts = array<i64: 0, 1>}
  }
  async.await %t : !async.token
  async.await %u : !async.token
  %s = arith.addf %x, %y : f32
  return %s : f32
}

// A region with a token of its own starts at once; of several dependencies a task makes that token.
// CHECK-LABEL: func.func @own_token
// CHECK: %[[K:.*]] = async.execute [%d, %e] {
// CHECK: %t = async.execute {
// CHECK: %i = async.execute [%[[K]]] {
// CHECK: async.await %i : !async.token
func.func @own_token(%d: !async.token, %e: !async.token) -> !async.token {
  %t = async.region [%d, %e] token(%k) {
    %i = async.region [%k] {
    }
    async.yield %i : !async.token
  }
  return %t : !async.token
}
