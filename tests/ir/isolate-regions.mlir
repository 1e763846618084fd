// RUN: asyncir opt %s -p isolate-regions | filecheck %s

// What the body uses is captured, in the order in which it is used; a constant is copied.
// CHECK-LABEL: func.func @captured
// CHECK: async.region (%x as %[[X:.*]]: f32, %m as %[[M:.*]]: memref<?xf32>) isolated {
// CHECK-DAG: arith.constant 0 : index
// CHECK-DAG: arith.constant 2.000000e+00 : f32
// CHECK: arith.addf %[[X]], %{{.*}} : f32
// CHECK-NEXT: memref.store %{{.*}}, %[[M]]
func.func @captured(%x: f32, %m: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %two = arith.constant 2.0 : f32
  %t = async.region {
    %s = arith.addf %x, %two : f32
    memref.store %s, %m[%zero] : memref<?xf32>
  }
  async.await %t : !async.token
  return
}

// What a region depends on is there when it begins, and may be captured.
// CHECK-LABEL: func.func @behind
// CHECK: %t, %a = async.region (%x as %{{.*}}: f32) -> f32 isolated {
// CHECK: async.region [%t] (%a as %[[A:.*]]: f32) -> f32 isolated {
// CHECK-NEXT: arith.mulf %[[A]], %[[A]]
func.func @behind(%x: f32) -> f32 {
  %t, %a = async.region -> f32 {
    %s = arith.addf %x, %x : f32
    async.yield %s : f32
  }
  %u, %b = async.region [%t] -> f32 {
    %m = arith.mulf %a, %a : f32
    async.yield %m : f32
  }
  async.await %u : !async.token
  return %b : f32
}

// A region that waits itself for what it uses stays.
// CHECK-LABEL: func.func @inside
// CHECK: async.region -> f32 {
// CHECK-NEXT: async.await
func.func @inside(%x: f32) -> f32 {
  %t, %a = async.region (%x as %y: f32) -> f32 isolated {
    async.yield %y : f32
  }
  %u, %b = async.region -> f32 {
    async.await %t : !async.token
    async.yield %a : f32
  }
  async.await %u : !async.token
  return %b : f32
}

// An inner region captures from the outer one, and that from the function.
// CHECK-LABEL: func.func @nested
// CHECK: async.region (%x as %[[X:.*]]: f32) -> f32 isolated {
// CHECK-NEXT: async.region (%[[X]] as %[[Y:.*]]: f32) -> f32 isolated {
// CHECK-NEXT: arith.addf %[[Y]], %[[Y]]
func.func @nested(%x: f32) -> f32 {
  %t, %a = async.region -> f32 {
    %u, %b = async.region -> f32 {
      %s = arith.addf %x, %x : f32
      async.yield %s : f32
    }
    async.yield %b, %u : f32, !async.token
  }
  async.await %t : !async.token
  return %a : f32
}
