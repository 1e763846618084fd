// RUN: asyncir opt %s -p inline-captures | filecheck %s

// Arguments give way to what they stand for; dependencies and the region's own token stay.
// CHECK-LABEL: func.func @captured
// CHECK: async.region [%t] token(%own) -> f32 {
// CHECK-NEXT: arith.addf %x, %x : f32
// CHECK-NEXT: async.region [%own] {
func.func @captured(%t: !async.token, %x: f32) -> f32 {
  %u, %b = async.region [%t] (%x as %y: f32, %x as %z: f32) token(%own) -> f32 {
    %s = arith.addf %y, %z : f32
    %v = async.region [%own] {
    }
    async.yield %s, %v : f32, !async.token
  }
  async.await %u : !async.token
  return %b : f32
}

// Nothing is isolated any more.
// CHECK-LABEL: func.func @isolated
// CHECK: async.region {
// CHECK-NEXT: memref.dealloc %m
func.func @isolated(%m: memref<4xf32>) {
  %t = async.region (%m as %a: memref<4xf32>) isolated {
    memref.dealloc %a : memref<4xf32>
  }
  async.await %t : !async.token
  return
}
