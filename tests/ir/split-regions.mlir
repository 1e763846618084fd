// RUN: asyncir opt %s -p split-regions | filecheck %s

// What the body launches for a part leaves it, behind the body's own token; the part's token is then that of what left.
// CHECK-LABEL: func.func @leaves
// CHECK: %t, %s = async.region [%d] -> f32 {
// CHECK-NEXT: %[[S:.*]] = arith.addf %a, %a : f32
// CHECK-NEXT: async.yield %[[S]] : f32
// CHECK: %k, %w = async.region [%t] -> f32 {
// CHECK: arith.mulf %s, %s : f32
// CHECK: async.await %t : !async.token
// CHECK-NEXT: async.await %k : !async.token
// CHECK-NEXT: arith.addf %s, %w : f32
func.func @leaves(%a: f32, %d: !async.token) -> f32 {
  %t, %x, %u, %y = async.region [%d] (%a as %b: f32) -> (f32, !async.token, f32) {
    %s = arith.addf %b, %b : f32
    %k, %w = async.region -> f32 {
      %m = arith.mulf %s, %s : f32
      async.yield %m : f32
    }
    async.yield %s, %w, %k : f32, f32, !async.token {token_counts = array<i64: 0, 1>}
  }
  async.await %t : !async.token
  async.await %u : !async.token
  %r = arith.addf %x, %y : f32
  return %r : f32
}

// What is waited for in the body stays.
// CHECK-LABEL: func.func @stays
// CHECK: %t, %x, %u, %y = async.region -> (f32, !async.token, f32) {
// CHECK: %k, %w = async.region -> f32 {
// CHECK: async.await %k : !async.token
func.func @stays(%a: f32) -> !async.token {
  %t, %x, %u, %y = async.region -> (f32, !async.token, f32) {
    %k, %w = async.region -> f32 {
      async.yield %a : f32
    }
    async.await %k : !async.token
    %s = arith.addf %w, %w : f32
    async.yield %s, %w, %k : f32, f32, !async.token {token_counts = array<i64: 0, 1>}
  }
  return %u : !async.token
}

// A part of several tokens has a region that waits for them.
// CHECK-LABEL: func.func @joins
// CHECK: %[[T:.*]] = async.region {
// CHECK: %k = async.region [%[[T]]] {
// CHECK: %l = async.region [%[[T]]] {
// CHECK: %[[U:.*]] = async.region [%[[T]], %k, %l] {
// CHECK: return %[[U]] : !async.token
func.func @joins(%m: memref<2xf32>, %a: f32) -> !async.token {
  %t, %u = async.region -> !async.token {
    %k = async.region {
      %i = arith.constant 0 : index
      memref.store %a, %m[%i] : memref<2xf32>
    }
    %l = async.region {
      %i = arith.constant 1 : index
      memref.store %a, %m[%i] : memref<2xf32>
    }
    async.yield %k, %l : !async.token, !async.token {token_counts = array<i64: 0, 2>}
  }
  return %u : !async.token
}
