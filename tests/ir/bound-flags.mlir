// RUN: asyncir opt %s -p 'bound-flags{machine=tests/machines/launches.toml}' | filecheck %s

// What waited for one of four parts waits for the one of two that comes next, or for the end.
// CHECK-LABEL: func.func @four
func.func @four(%a: memref<f32>, %b: memref<f32>) {
  %npu = device.get "npu"
  %dma = device.get "dma"
  // CHECK: %done, %[[part:.*]]:2 = device.launch {{.*}} flags 2 {
  %done, %part:4 = device.launch (%m = %a : memref<f32>) in (%npu) flags 4 {
    %x = memref.load %m[] : memref<f32>
    // CHECK: device.flag 0
    device.flag 2
    memref.store %x, %m[] : memref<f32>
    // CHECK-NEXT: memref.store %x
    // CHECK-NEXT: %y = memref.load
    %y = memref.load %m[] : memref<f32>
    device.flag 0
    memref.store %y, %m[] : memref<f32>
    // CHECK-NEXT: memref.store %y
    // CHECK-NEXT: device.flag 1
    device.flag 1
    // CHECK-NEXT: memref.store %x
    memref.store %x, %m[] : memref<f32>
    // CHECK-NEXT: device.return
    device.flag 3
  }
  // CHECK: device.memcpy (%[[part]]#1, %a
  %e0 = device.memcpy (%part#0, %a, %b, %dma) : memref<f32>, memref<f32>
  // CHECK: device.memcpy (%[[part]]#1, %a
  %e1 = device.memcpy (%part#1, %a, %b, %dma) : memref<f32>, memref<f32>
  // CHECK: device.memcpy (%[[part]]#0, %a
  %e2 = device.memcpy (%part#2, %a, %b, %dma) : memref<f32>, memref<f32>
  // CHECK: device.memcpy (%done, %a
  %e3 = device.memcpy (%part#3, %a, %b, %dma) : memref<f32>, memref<f32>
  return
}

// Parts that nobody waits for take no place; an engine without flags has the end alone.
// CHECK-LABEL: func.func @few
func.func @few(%a: memref<f32>) {
  %one = device.get "one"
  %none = device.get "none"
  // CHECK: %done, %[[part:.*]] = device.launch in (%one) flags 1 {
  %done, %part:3 = device.launch in (%one) flags 3 {
    // CHECK-NEXT: %x = arith.constant
    device.flag 0
    %x = arith.constant 1.0 : f32
    // CHECK-NEXT: device.flag 0
    device.flag 1
    // CHECK-NEXT: device.return
    device.flag 2
  }
  // CHECK: %over, %sum = device.launch in (%none) -> f32 attributes {a.b} {
  %over, %last, %sum = device.launch in (%none) flags 1 -> f32 attributes {a.b} {
    %x = arith.constant 1.0 : f32
    device.flag 0
    device.return %x : f32
  }
  // CHECK: device.and %[[part]], %over
  %all = device.and %part#1, %last
  return
}

// A launch with no more than its engine can flag stays, as does one on an engine that can flag any number.
// CHECK-LABEL: func.func @enough
func.func @enough() {
  %npu = device.get "npu"
  %dma = device.get "dma"
  // CHECK: flags 2 {
  %done, %part:2 = device.launch in (%npu) flags 2 {
    device.flag 0
    device.flag 1
  }
  // CHECK: flags 5 {
  %over, %parts:5 = device.launch in (%dma) flags 5 {
    device.flag 4
  }
  return
}
