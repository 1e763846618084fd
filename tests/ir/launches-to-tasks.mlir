// RUN: asyncir opt %s -p launches-to-tasks | filecheck %s

// Launches and copies are tasks that wait for tokens; devices are numbers.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%a: memref<4xf32>) -> !async.token
func.func @chain(%a: memref<4xf32>) -> !device.event {
  // CHECK-NEXT: %dma = arith.constant 0 : index
  %dma = device.get "dma"
  // CHECK-NEXT: %vec = arith.constant 1 : index
  %vec = device.get "vec"
  // CHECK-NEXT: %start = async.ready : !async.token
  %start = device.start
  // CHECK-NEXT: %t = memref.alloc() : memref<4xf32, "ub">
  // CHECK-NEXT: %ready = async.execute [%start] {
  // CHECK-NEXT: async.yield
  %ready, %t = device.alloc (%start) in "ub" : memref<4xf32, "ub">
  // CHECK: %in = async.execute [%ready] {
  // CHECK-NEXT: memref.copy %a, %t
  %in = device.memcpy (%ready, %a, %t, %dma) : memref<4xf32>, memref<4xf32, "ub">
  // CHECK: %c0 = arith.constant 0 : index
  // CHECK-NEXT: %done = async.execute [%in, %ready] {
  %done = device.launch (%m = %t : memref<4xf32, "ub">) in (%in, %ready, %vec) {
    %c0 = arith.constant 0 : index
    // CHECK-NEXT: memref.load %t[%c0]
    %x = memref.load %m[%c0] : memref<4xf32, "ub">
  }
  // CHECK: async.execute [%done] {
  // CHECK-NEXT: memref.dealloc %t
  %gone = device.dealloc (%done, %t) : memref<4xf32, "ub">
  return %gone : !device.event
}

// A launch is a chain of tasks, one up to each flag; what it computes is handed on. Values come with its end.
// CHECK-LABEL: func.func @parts
func.func @parts(%a: memref<4xf32>, %i: index) -> f32 {
  // CHECK: %[[two:.*]] = arith.select
  %vec = device.get "dma", "vec"[%i]
  // CHECK: %[[read:.*]], %v = async.execute -> !async.value<f32> {
  %read, %v = device.read (%a)[%i] : memref<4xf32>
  // CHECK: %c1 = arith.constant 1 : index
  // CHECK-NEXT: %[[first:.*]]:2 = async.execute [%[[read]]] (%v as %[[y:.*]]: !async.value<f32>) -> !async.value<f32> {
  // CHECK-NEXT: memref.store %[[y]], %a[%i]
  // CHECK-NEXT: %x = memref.load %a[%c1]
  // CHECK-NEXT: async.yield %x : f32
  // CHECK: %done, %sum = async.execute [%[[first]]#0] (%v as %[[z:.*]]: !async.value<f32>, %[[first]]#1 as %[[x:.*]]: !async.value<f32>) -> !async.value<f32> {
  // CHECK-NEXT: arith.addf %[[x]], %[[z]]
  // CHECK-NEXT: async.yield
  %done, %part:2, %sum = device.launch (%y = %v : !device.value<f32>, %m = %a : memref<4xf32>, %j = %i : index) in (%read, %vec) flags 2 -> f32 {
    %c1 = arith.constant 1 : index
    memref.store %y, %m[%j] : memref<4xf32>
    %x = memref.load %m[%c1] : memref<4xf32>
    device.flag 1
    %s = arith.addf %x, %y : f32
    device.return %s : f32
  }
  // CHECK: async.execute [%[[first]]#0] (%sum as %[[w:.*]]: !async.value<f32>) {
  // CHECK-NEXT: memref.store %[[w]], %a[%i]
  %wrote = device.write (%part#1, %sum, %a)[%i] : !device.value<f32>, memref<4xf32>
  // CHECK: async.execute [%{{.*}}, %done] {
  // CHECK-NEXT: async.yield
  %all = device.and %wrote, %part#0
  // CHECK: async.await %all : !async.token
  device.await %all : !device.event
  // CHECK-NEXT: async.await %sum : !async.value<f32>
  %r = device.await %sum : !device.value<f32>
  return %r : f32
}

// Launches of launches are tasks of tasks, and loops carry tokens.
// CHECK-LABEL: func.func @nested
func.func @nested(%a: memref<4xf32>, %n: index) -> !device.event {
  %vec = device.get "vec"
  %start = device.start
  // CHECK: scf.for {{.*}} iter_args(%e = %start) -> (!async.token) {
  %last = scf.for %i = %n to %n step %n iter_args(%e = %start) -> (!device.event) {
    // CHECK: %done = async.execute [%e] {
    %done = device.launch (%m = %a : memref<4xf32>, %d = %vec : !device.device) in (%e, %vec) {
      %dma = device.get "dma"
      // CHECK: %in = async.execute {
      // CHECK-NEXT: memref.copy %a, %a
      %in = device.memcpy (%m, %m, %dma) : memref<4xf32>, memref<4xf32>
      // CHECK: async.await %in
      device.await %in : !device.event
    }
    scf.yield %done : !device.event
  }
  return %last : !device.event
}

// A body of several blocks is one task.
// CHECK-LABEL: func.func @blocks
func.func @blocks(%c: i1) {
  %vec = device.get "vec"
  // CHECK: async.execute -> !async.value<i1> {
  // CHECK-NEXT: cf.cond_br %c, ^[[one:.*]], ^[[other:.*]]
  %e, %v = device.launch (%d = %c : i1) in (%vec) -> i1 {
    cf.cond_br %d, ^one, ^other
  ^one:
    // CHECK: async.yield %c : i1
    device.return %d : i1
  ^other:
    // CHECK: async.yield %c : i1
    device.return %d : i1
  }
  return
}
