// RUN: asyncir opt %s -p 'repair-sync{machine=ascend-a2}' | filecheck %s

// What is signalled is waited for: the wait names the instance that is signalled.
// CHECK-LABEL: @other_instance
func.func @other_instance() {
  %a = memref.alloc() : memref<4xf32>
  sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "load" }
  // CHECK: sync.signal "event"[3] from "mte2" to "v"
  // CHECK-NEXT: sync.wait "event"[3] from "mte2" to "v"
  sync.signal "event"[2] from "mte2" to "v"
  sync.wait "event"[3] from "mte2" to "v"
  sync.work on "v" reads(%a : memref<4xf32>) { sync.opaque "use" }
  return
}

// A signal that is given twice is given once.
// CHECK-LABEL: @twice
func.func @twice() {
  %a = memref.alloc() : memref<4xf32>
  sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "load" }
  // CHECK: sync.signal
  // CHECK-NEXT: sync.wait
  // CHECK-NEXT: sync.work on "v"
  sync.signal "event"[0] from "mte2" to "v"
  sync.signal "event"[0] from "mte2" to "v"
  sync.wait "event"[0] from "mte2" to "v"
  sync.work on "v" reads(%a : memref<4xf32>) { sync.opaque "use" }
  return
}

// The wait of the first iteration gets its signal.
// CHECK-LABEL: @first_iteration
func.func @first_iteration(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  // CHECK: sync.signal "event"[0] from "v" to "mte2"
  // CHECK-NEXT: scf.for
  scf.for %i = %c0 to %n step %c1 {
    sync.wait "event"[0] from "v" to "mte2"
    sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "load" }
    sync.signal "event"[0] from "mte2" to "v"
    sync.wait "event"[0] from "mte2" to "v"
    sync.work on "v" reads(%a : memref<4xf32>) { sync.opaque "use" }
    sync.signal "event"[0] from "v" to "mte2"
  }
  sync.wait "event"[0] from "v" to "mte2"
  return
}

// A barrier on the wrong engine.
// CHECK-LABEL: @barrier
func.func @barrier() {
  %a = memref.alloc() : memref<4xf32>
  sync.work on "v" writes(%a : memref<4xf32>) { sync.opaque "make" }
  // CHECK: sync.barrier on "v"
  sync.barrier on "m"
  sync.work on "v" reads(%a : memref<4xf32>) { sync.opaque "use" }
  return
}

// Where nothing but an order is missing, it is added as insert-sync adds it.
// CHECK-LABEL: @missing
func.func @missing() {
  %a = memref.alloc() : memref<4xf32>
  sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "load" }
  // CHECK: sync.signal "event"[0] from "mte2" to "v"
  // CHECK-NEXT: sync.wait "event"[0] from "mte2" to "v"
  sync.work on "v" reads(%a : memref<4xf32>) { sync.opaque "use" }
  return
}

// What is right stays, and so does what an author keeps.
// CHECK-LABEL: @right
func.func @right() {
  %a = memref.alloc() : memref<4xf32>
  sync.work on "v" writes(%a : memref<4xf32>) { sync.opaque "make" }
  // CHECK: sync.barrier on "m" {keep}
  // CHECK-NEXT: sync.barrier on "v"
  sync.barrier on "m" {keep}
  sync.work on "v" reads(%a : memref<4xf32>) { sync.opaque "use" }
  return
}
