// RUN: asyncir opt %s -p order-regions | filecheck %s

// The longest chain of work is launched first, and what it needs comes before it.
// CHECK-LABEL: func.func @longest
// CHECK-NEXT: %u = async.region {
// CHECK: arith.constant 0 : index
// CHECK: %v = async.region [%u] {
// CHECK: %t, %s = async.region -> f32 {
func.func @longest(%a: memref<256x256xf32>, %b: memref<256x256xf32>, %c: memref<256x256xf32>, %x: f32) -> f32 {
  %i = arith.constant 0 : index
  %t, %s = async.region -> f32 {
    %y = arith.addf %x, %x : f32
    async.yield %y : f32
  }
  %u = async.region {
    linalg.matmul ins(%a, %a : memref<256x256xf32>, memref<256x256xf32>) outs(%b : memref<256x256xf32>)
  }
  %v = async.region [%u] {
    linalg.matmul ins(%b, %b : memref<256x256xf32>, memref<256x256xf32>) outs(%c : memref<256x256xf32>)
    memref.store %x, %c[%i, %i] : memref<256x256xf32>
  }
  async.await %t : !async.token
  async.await %v : !async.token
  return %s : f32
}

// A store in between is done before the second region begins, whatever that is.
// CHECK-LABEL: func.func @store
// CHECK: %t = async.region {
// CHECK: memref.store
// CHECK: %u = async.region {
// CHECK: linalg.matmul
func.func @store(%a: memref<256x256xf32>, %b: memref<256x256xf32>, %c: memref<4xf32>, %x: f32) {
  %i = arith.constant 0 : index
  %t = async.region {
  }
  memref.store %x, %c[%i] : memref<4xf32>
  %u = async.region {
    linalg.matmul ins(%a, %a : memref<256x256xf32>, memref<256x256xf32>) outs(%b : memref<256x256xf32>)
  }
  async.await %u : !async.token
  return
}
