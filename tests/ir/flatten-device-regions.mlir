// RUN: asyncir opt %s -p flatten-device-regions | filecheck %s

// Works wait for what the region waited for, and its token is that of what it yields.
// CHECK-LABEL: func.func @nested
// CHECK: %[[T:.*]] = gpu.memset async %a
// CHECK-NEXT: %[[U:.*]] = gpu.memcpy async [%[[T]]] %b, %a
// CHECK-NEXT: gpu.wait [%[[U]]]
// CHECK-NOT: async.region
// CHECK: return
func.func @nested(%a: memref<4xf32>, %b: memref<4xf32>, %f: f32) {
  %t = gpu.memset async %a, %f : memref<4xf32>, f32
  %r = async.region [%t : !gpu.async.token] {
    %s = async.region {
      %u = gpu.memcpy async %b, %a : memref<4xf32>, memref<4xf32>
      async.yield %u : !gpu.async.token
    }
    async.yield %s : !async.token
  }
  async.await %r : !async.token
  return
}

// What the host waits for in the body, works behind it wait for.
// CHECK-LABEL: func.func @waits
// CHECK: %[[T:.*]] = gpu.memset async %a
// CHECK-NEXT: %[[U:.*]] = gpu.memcpy async [%[[T]]] %b, %a
// CHECK-NEXT: gpu.wait [%[[U]]]
func.func @waits(%a: memref<4xf32>, %b: memref<4xf32>, %f: f32) {
  %r = async.execute {
    gpu.memset %a, %f : memref<4xf32>, f32
    gpu.memcpy %b, %a : memref<4xf32>, memref<4xf32>
  }
  async.await %r : !async.token
  return
}

// A region that does something on the host stays, and waits itself at its start and end.
// CHECK-LABEL: func.func @stays
// CHECK: async.region {
// CHECK-NEXT: gpu.wait [%t]
// CHECK-NEXT: memref.store
// CHECK-NEXT: %[[U:.*]] = gpu.memcpy async
// CHECK-NEXT: gpu.wait [%[[U]]]
// CHECK-NEXT: async.yield
func.func @stays(%a: memref<4xf32>, %b: memref<4xf32>, %f: f32, %i: index) {
  %t = gpu.memset async %a, %f : memref<4xf32>, f32
  %r = async.region [%t : !gpu.async.token] {
    memref.store %f, %a[%i] : memref<4xf32>
    %u = gpu.memcpy async %b, %a : memref<4xf32>, memref<4xf32>
    async.yield %u : !gpu.async.token
  }
  async.await %r : !async.token
  return
}

// A region whose token another one captures as a value stays a region, and waits for what it yields.
// CHECK-LABEL: func.func @captured
// CHECK: %[[R:.*]] = async.region {
// CHECK: gpu.wait [%{{.*}}]
// CHECK: async.region (%[[R]] as %a: !async.token) {
func.func @captured(%m: memref<4xf32>, %f: f32) {
  %r = async.region {
    %t = gpu.memset async %m, %f : memref<4xf32>, f32
    async.yield %t : !gpu.async.token
  }
  %s = async.region (%r as %a: !async.token) {
    async.await %a : !async.token
  }
  async.await %s : !async.token
  return
}
