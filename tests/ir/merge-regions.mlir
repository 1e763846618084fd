// RUN: asyncir opt %s -p merge-regions | filecheck %s

// A chain is one region; what only its second half needs is no result any more.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[T:.*]], %[[Y:.*]] = async.region -> f32 {
// CHECK-NEXT: %[[S:.*]] = arith.addf %x, %x
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[S]], %x
// CHECK-NEXT: async.yield %[[M]] : f32
// CHECK: async.await %[[T]] : !async.token
// CHECK-NEXT: return %[[Y]] : f32
func.func @chain(%x: f32) -> f32 {
  %t, %a = async.region -> f32 {
    %s = arith.addf %x, %x : f32
    async.yield %s : f32
  }
  %u, %b = async.region [%t] -> f32 {
    %m = arith.mulf %a, %x : f32
    async.yield %m : f32
  }
  async.await %u : !async.token
  return %b : f32
}

// Small ones that wait for the same are one, with one token.
// CHECK-LABEL: func.func @siblings
// CHECK-NEXT: %[[T:.*]], %[[A:.*]], %[[B:.*]] = async.region [%t] -> (f32, f32) {
// CHECK: arith.addf
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: async.yield
// CHECK: async.await %[[T]]
// CHECK-NEXT: async.await %[[T]]
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @siblings(%t: !async.token, %x: f32) -> (f32, f32) {
  %u, %a = async.region [%t] -> f32 {
    %s = arith.addf %x, %x : f32
    async.yield %s : f32
  }
  %v, %b = async.region [%t] -> f32 {
    %m = arith.mulf %x, %x : f32
    async.yield %m : f32
  }
  async.await %u : !async.token
  async.await %v : !async.token
  return %a, %b : f32, f32
}

// Whoever waits for the first alone would hear of the second's failure: both stay.
// CHECK-LABEL: func.func @failing
// CHECK: async.region
// CHECK: async.region
func.func @failing(%x: f32, %c: i1) -> f32 {
  %t, %a = async.region -> f32 {
    %s = arith.addf %x, %x : f32
    async.yield %s : f32
  }
  %u, %b = async.region [%t] -> f32 {
    cf.assert %c, "no"
    async.yield %a : f32
  }
  async.await %t : !async.token
  return %a : f32
}

// What is waited for before the second is launched cannot begin with it.
// CHECK-LABEL: func.func @awaited
// CHECK: async.region
// CHECK: async.await
// CHECK: async.region
func.func @awaited(%x: f32) -> f32 {
  %t, %a = async.region -> f32 {
    %s = arith.addf %x, %x : f32
    async.yield %s : f32
  }
  async.await %t : !async.token
  %u, %b = async.region -> f32 {
    %m = arith.mulf %a, %x : f32
    async.yield %m : f32
  }
  async.await %u : !async.token
  return %b : f32
}

// Two products of which one is waited for by somebody else, too, run at the same time.
// CHECK-LABEL: func.func @large
// CHECK: async.region
// CHECK: linalg.matmul
// CHECK: async.region
// CHECK: linalg.matmul
func.func @large(%a: memref<512x512xf32>, %b: memref<512x512xf32>, %c: memref<512x512xf32>, %d: memref<512x512xf32>) {
  %t = async.region {
    linalg.matmul ins(%a, %a : memref<512x512xf32>, memref<512x512xf32>) outs(%b : memref<512x512xf32>)
  }
  %u = async.region {
    linalg.matmul ins(%a, %a : memref<512x512xf32>, memref<512x512xf32>) outs(%c : memref<512x512xf32>)
  }
  %v = async.region [%t, %u] {
    linalg.matmul ins(%b, %c : memref<512x512xf32>, memref<512x512xf32>) outs(%d : memref<512x512xf32>)
  }
  async.await %v : !async.token
  return
}
