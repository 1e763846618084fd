// RUN: asyncir opt %s -p assign-streams | filecheck %s

// What comes one behind the other is in one stream, without events; the host waits for the last one.
// CHECK-LABEL: func.func @chain
// CHECK: %[[S:.*]] = stream.create
// CHECK-NOT: stream.create
// CHECK-NOT: stream.wait
// CHECK: stream.enqueue %[[S]] {
// CHECK-NEXT: gpu.memset
// CHECK: stream.enqueue %[[S]] {
// CHECK-NEXT: gpu.memcpy
// CHECK-NOT: stream.wait
// CHECK: %[[E:.*]] = stream.record %[[S]]
// CHECK-NEXT: stream.host_wait %[[E]]
// CHECK-NEXT: return
func.func @chain(%a: memref<4xf32>, %b: memref<4xf32>, %f: f32) {
  %t = gpu.memset async %a, %f : memref<4xf32>, f32
  %u = gpu.memcpy async [%t] %b, %a : memref<4xf32>, memref<4xf32>
  gpu.wait [%t, %u]
  return
}

// Works that wait for nothing of each other are in two streams, and a third one waits for the other stream.
// CHECK-LABEL: func.func @join
// CHECK: %[[S:.*]] = stream.create
// CHECK: %[[Q:.*]] = stream.create
// CHECK: stream.enqueue %[[S]] {
// CHECK: %[[E:.*]] = stream.record %[[S]]
// CHECK-NEXT: stream.enqueue %[[Q]] {
// CHECK: stream.wait %[[Q]] for %[[E]]
// CHECK-NEXT: stream.enqueue %[[Q]] {
// CHECK-NEXT: gpu.memcpy
func.func @join(%a: memref<4xf32>, %b: memref<4xf32>, %f: f32) {
  %t = gpu.memset async %a, %f : memref<4xf32>, f32
  %u = gpu.memset async %b, %f : memref<4xf32>, f32
  %j = gpu.wait async [%t, %u]
  %v = gpu.memcpy async [%j] %b, %a : memref<4xf32>, memref<4xf32>
  gpu.wait [%v]
  return
}

// Memory that a work makes is handed out of the stream at once.
// CHECK-LABEL: func.func @memory
// CHECK: %m = stream.enqueue %{{.*}} -> memref<4xf32> {
// CHECK-NEXT: %[[A:.*]] = gpu.alloc
// CHECK-NEXT: stream.yield %[[A]] : memref<4xf32>
// CHECK: gpu.dealloc  %m
func.func @memory() {
  %m, %t = gpu.alloc async () : memref<4xf32>
  %u = gpu.dealloc async [%t] %m : memref<4xf32>
  gpu.wait [%u]
  return
}

// What a loop needs from outside, its stream waits for in front of it; what it carries for its own stream alone goes.
// CHECK-LABEL: func.func @loop
// CHECK: stream.wait %[[S:.*]] for %{{.*}}
// CHECK-NEXT: scf.for %i = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT: stream.enqueue %[[S]] {
// CHECK-NOT: stream.wait
// CHECK: return
func.func @loop(%a: memref<4xf32>, %b: memref<4xf32>, %f: f32, %n: index) {
  %t = gpu.memset async %a, %f : memref<4xf32>, f32
  %u = gpu.memset async %b, %f : memref<4xf32>, f32
  %r = scf.for %i = %n to %n step %n iter_args(%v = %u) -> (!gpu.async.token) {
    %w = gpu.memcpy async [%t, %v] %b, %a : memref<4xf32>, memref<4xf32>
    scf.yield %w : !gpu.async.token
  }
  return
}

// A branch hands on an event for who is in another stream.
// CHECK-LABEL: func.func @branch
// CHECK: %[[R:.*]] = scf.if %c -> (!stream.event) {
// CHECK: %[[E:.*]] = stream.record
// CHECK-NEXT: scf.yield %[[E]] : !stream.event
// CHECK: } else {
// CHECK: %[[A:.*]] = async.ready : !stream.event
// CHECK-NEXT: scf.yield %[[A]] : !stream.event
// CHECK: stream.host_wait %[[R]]
func.func @branch(%a: memref<4xf32>, %f: f32, %c: i1) {
  %r = scf.if %c -> (!gpu.async.token) {
    %t = gpu.memset async %a, %f : memref<4xf32>, f32
    scf.yield %t : !gpu.async.token
  } else {
    %t = gpu.wait async
    scf.yield %t : !gpu.async.token
  }
  gpu.wait [%r]
  return
}
