// RUN: asyncir opt %s -p launches-to-works | filecheck %s

// Launches are works, in the order of the program; the process reads and writes elements itself.
// CHECK-LABEL: func.func @chain
func.func @chain(%a: memref<4xf32>, %i: index) -> f32 {
  %dma = device.get "dma"
  %npu = device.get "npu"
  %start = device.start
  // CHECK-NEXT: %t = memref.alloc() : memref<4xf32, "ub">
  %ready, %t = device.alloc (%start) in "ub" : memref<4xf32, "ub">
  // CHECK-NEXT: sync.work on "dma" {
  // CHECK-NEXT: memref.copy %a, %t
  // CHECK-NEXT: }
  %in = device.memcpy (%ready, %a, %t, %dma) : memref<4xf32>, memref<4xf32, "ub">
  // CHECK-NEXT: %c0 = arith.constant 0 : index
  // CHECK-NEXT: %one = arith.constant 1.000000e+00 : f32
  // CHECK-NEXT: sync.work on "npu" {
  // CHECK-NEXT: %x = memref.load %t[%c0]
  // CHECK-NEXT: %sum = arith.addf %x, %one
  // CHECK-NEXT: memref.store %sum, %t[%i]
  // CHECK-NEXT: }
  // CHECK-NEXT: sync.work on "npu" {
  // CHECK-NEXT: %y = memref.load %t[%i]
  // CHECK-NEXT: memref.store %y, %t[%c0]
  // CHECK-NEXT: }
  %done, %part = device.launch (%m = %t : memref<4xf32, "ub">, %j = %i : index) in (%in, %npu) flags 1 {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c0] : memref<4xf32, "ub">
    %one = arith.constant 1.0 : f32
    %sum = arith.addf %x, %one : f32
    memref.store %sum, %m[%j] : memref<4xf32, "ub">
    device.flag 0
    %y = memref.load %m[%j] : memref<4xf32, "ub">
    memref.store %y, %m[%c0] : memref<4xf32, "ub">
  }
  // CHECK-NEXT: %[[v:.*]] = memref.load %t[%i]
  %read, %v = device.read (%done, %part, %t)[%i] : memref<4xf32, "ub">
  // CHECK-NEXT: memref.store %[[v]], %t[%i]
  %wrote = device.write (%read, %v, %t)[%i] : !device.value<f32>, memref<4xf32, "ub">
  // CHECK-NEXT: memref.dealloc %t
  %gone = device.dealloc (%wrote, %t) : memref<4xf32, "ub">
  %all = device.and %gone, %done
  device.await %all : !device.event
  %x = device.await %v : !device.value<f32>
  // CHECK-NEXT: return %[[v]] : f32
  return %x : f32
}

// What is launched by a launch is given in its place: in a loop, too.
// CHECK-LABEL: func.func @nested
func.func @nested(%a: memref<8x4xf32>, %t: memref<4xf32>, %n: index) {
  %npu = device.get "npu"
  %dma = device.get "dma"
  %start = device.start
  %done = device.launch (%m = %a : memref<8x4xf32>, %b = %t : memref<4xf32>, %k = %n : index, %d = %dma : !device.device) in (%start, %npu) {
    // CHECK-NEXT: %c0 = arith.constant 0 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: scf.for %i = %c0 to %n step %c1 {
    scf.for %i = %c0 to %k step %c1 {
      // CHECK-NEXT: %row = memref.subview %a[%i, 0]
      %row = memref.subview %m[%i, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<4xf32, strided<[1], offset: ?>>
      %s = device.start
      // CHECK-NEXT: sync.work on "dma" {
      // CHECK-NEXT: memref.copy %row, %t
      // CHECK-NEXT: }
      %in = device.memcpy (%s, %row, %b, %d) : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32>
      device.await %in : !device.event
      // CHECK-NEXT: sync.work on "npu" {
      // CHECK-NEXT: %x = memref.load %t[%c0]
      // CHECK-NEXT: memref.store %x, %a[%i, %c0]
      // CHECK-NEXT: }
      %x = memref.load %b[%c0] : memref<4xf32>
      memref.store %x, %m[%i, %c0] : memref<8x4xf32>
    }
  }
  device.await %done : !device.event
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  return
}
