// RUN: asyncir opt %s -p relax-device-waits | filecheck %s

// Works wait for each other, and the host only where it reads what they wrote.
// CHECK-LABEL: func.func @reads
// CHECK: %[[T:.*]] = gpu.memset async %a
// CHECK-NEXT: %[[U:.*]] = gpu.memcpy async [%[[T]]] %b, %a
// CHECK-NEXT: gpu.wait [%[[U]]]
// CHECK-NEXT: memref.load %b
// CHECK-NEXT: return
func.func @reads(%a: memref<4xf32>, %b: memref<4xf32>, %f: f32, %i: index) -> f32 {
  gpu.memset %a, %f : memref<4xf32>, f32
  gpu.memcpy %b, %a : memref<4xf32>, memref<4xf32>
  %v = memref.load %b[%i] : memref<4xf32>
  return %v : f32
}

// Memory that no work touches may be touched meanwhile; the host waits before it returns.
// CHECK-LABEL: func.func @elsewhere
// CHECK: %[[T:.*]] = gpu.memset async %a
// CHECK-NEXT: memref.store %f, %m
// CHECK-NEXT: memref.load %m
// CHECK-NEXT: gpu.wait [%[[T]]]
// CHECK-NEXT: return
func.func @elsewhere(%a: memref<4xf32>, %f: f32, %i: index) -> f32 {
  %m = memref.alloca() : memref<4xf32>
  gpu.memset %a, %f : memref<4xf32>, f32
  memref.store %f, %m[%i] : memref<4xf32>
  %v = memref.load %m[%i] : memref<4xf32>
  return %v : f32
}

// What an iteration waits for, the next one depends on; with no iteration there is nothing to wait for.
// CHECK-LABEL: func.func @loop
// CHECK: %[[R:.*]] = async.ready : !gpu.async.token
// CHECK-NEXT: %[[L:.*]] = scf.for %i = {{.*}} iter_args(%[[P:.*]] = %[[R]]) -> (!gpu.async.token) {
// CHECK-NEXT: %[[T:.*]] = gpu.memset async [%[[P]]] %a
// CHECK-NOT: gpu.wait [
// CHECK: scf.yield %[[T]] : !gpu.async.token
// CHECK: gpu.wait [%[[L]]]
// CHECK-NEXT: return
func.func @loop(%a: memref<4xf32>, %f: f32, %n: index) {
  scf.for %i = %n to %n step %n {
    gpu.memset %a, %f : memref<4xf32>, f32
  }
  return
}
