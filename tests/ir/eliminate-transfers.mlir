// RUN: asyncir opt %s -p eliminate-transfers | filecheck %s

// What goes through memory of the host that nobody else uses is copied directly, behind what both copies waited for.
// CHECK-LABEL: func.func @round_trip
// CHECK: %[[C:.*]] = gpu.memcpy async [%t2, %t1] %b, %a
// CHECK-NOT: gpu.memcpy
// CHECK: gpu.wait [%[[C]]]
func.func @round_trip(%f: f32) {
  %h = memref.alloc() : memref<4xf32>
  %a, %t0 = gpu.alloc async () : memref<4xf32>
  %b, %t1 = gpu.alloc async () : memref<4xf32>
  %t2 = gpu.memset async [%t0] %a, %f : memref<4xf32>, f32
  %t3 = gpu.memcpy async [%t2] %h, %a : memref<4xf32>, memref<4xf32>
  %t4 = gpu.memcpy async [%t3, %t1] %b, %h : memref<4xf32>, memref<4xf32>
  gpu.wait [%t4]
  return
}

// If the host reads it, too, the first copy stays; who waited for either waits for both.
// CHECK-LABEL: func.func @seen
// CHECK: %[[C:.*]] = gpu.memcpy async [%t0, %t1] %b, %a
// CHECK-NEXT: %[[H:.*]] = gpu.memcpy async [%t0] %h, %a
// CHECK-NEXT: %[[B:.*]] = gpu.wait async [%[[H]], %[[C]]]
// CHECK-NEXT: gpu.wait [%[[B]]]
func.func @seen(%h: memref<4xf32>) {
  %a, %t0 = gpu.alloc async () : memref<4xf32>
  %b, %t1 = gpu.alloc async () : memref<4xf32>
  %t3 = gpu.memcpy async [%t0] %h, %a : memref<4xf32>, memref<4xf32>
  %t4 = gpu.memcpy async [%t3, %t1] %b, %h : memref<4xf32>, memref<4xf32>
  gpu.wait [%t4]
  return
}

// If a work between the two may write it, both copies stay.
// CHECK-LABEL: func.func @between
// CHECK: gpu.memcpy async [%t0] %h, %a
// CHECK: gpu.memcpy async [%t4, %t3, %t1] %b, %h
func.func @between(%h: memref<4xf32>, %f: f32) {
  %a, %t0 = gpu.alloc async () : memref<4xf32>
  %b, %t1 = gpu.alloc async () : memref<4xf32>
  %t3 = gpu.memcpy async [%t0] %h, %a : memref<4xf32>, memref<4xf32>
  %t4 = gpu.memset async [%t3] %h, %f : memref<4xf32>, f32
  %t5 = gpu.memcpy async [%t4, %t3, %t1] %b, %h : memref<4xf32>, memref<4xf32>
  gpu.wait [%t5]
  return
}
