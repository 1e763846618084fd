// RUN: asyncir opt %s -p streams-to-submits | filecheck %s

// Works that come one behind the other are one submission, with barriers between; events become semaphores.
// CHECK-LABEL: func.func @two
// CHECK: %[[E:.*]] = stream.submit %s {
// CHECK-NEXT: gpu.memset
// CHECK-NEXT: stream.barrier
// CHECK-NEXT: gpu.memcpy
// CHECK: %[[D:.*]] = stream.submit %q wait(%[[E]]) {
// CHECK-NEXT: gpu.memcpy
// CHECK: stream.host_wait %[[D]]
func.func @two(%a: memref<4xf32>, %b: memref<4xf32>, %f: f32) {
  %s = stream.create
  %q = stream.create
  stream.enqueue %s {
    gpu.memset %a, %f : memref<4xf32>, f32
  }
  stream.enqueue %s {
    gpu.memcpy %b, %a : memref<4xf32>, memref<4xf32>
  }
  %e = stream.record %s
  stream.wait %q for %e
  stream.enqueue %q {
    gpu.memcpy %a, %b : memref<4xf32>, memref<4xf32>
  }
  %d = stream.record %q
  stream.host_wait %d
  return
}

// A queue that other blocks have used needs a barrier in front; what a loop waits for is given before it begins.
// CHECK-LABEL: func.func @loop
// CHECK: stream.submit %s {
// CHECK: stream.submit %q wait(%{{.*}}) {
// CHECK-NEXT: }
// CHECK-NEXT: scf.for
// CHECK-NEXT: stream.submit %q {
// CHECK-NEXT: stream.barrier
// CHECK-NEXT: gpu.memcpy
// CHECK: stream.submit %q {
// CHECK-NEXT: stream.barrier
func.func @loop(%a: memref<4xf32>, %b: memref<4xf32>, %f: f32, %n: index) {
  %s = stream.create
  %q = stream.create
  stream.enqueue %s {
    gpu.memset %a, %f : memref<4xf32>, f32
  }
  %e = stream.record %s
  stream.wait %q for %e
  scf.for %i = %n to %n step %n {
    stream.enqueue %q {
      gpu.memcpy %b, %a : memref<4xf32>, memref<4xf32>
    }
  }
  %d = stream.record %q
  stream.host_wait %d
  return
}
