// RUN: asyncir opt %s -p 'insert-sync{machine=ascend-a2}' | filecheck %s

// Signals for the first iteration stand before the loop, waits for those of the last one behind it.
// CHECK-LABEL: func.func @loop
// CHECK: sync.signal "event"[0] from "v" to "mte2"
// CHECK-NEXT: sync.signal "event"[0] from "mte3" to "v"
// CHECK-NEXT: scf.for
// CHECK-NEXT: sync.wait "event"[0] from "v" to "mte2"
// CHECK-NEXT: sync.work on "mte2"
// CHECK: sync.signal "event"[0] from "mte2" to "v"
// CHECK-NEXT: sync.wait "event"[0] from "mte2" to "v"
// CHECK-NEXT: sync.wait "event"[0] from "mte3" to "v"
// CHECK-NEXT: sync.work on "v"
// CHECK: sync.signal "event"[0] from "v" to "mte3"
// CHECK-NEXT: sync.signal "event"[0] from "v" to "mte2"
// CHECK-NEXT: sync.wait "event"[0] from "v" to "mte3"
// CHECK-NEXT: sync.work on "mte3"
// CHECK: sync.signal "event"[0] from "mte3" to "v"
// CHECK-NEXT: }
// CHECK-NEXT: sync.wait "event"[0] from "v" to "mte2"
// CHECK-NEXT: sync.wait "event"[0] from "mte3" to "v"
// CHECK-NEXT: sync.signal "event"[0] from "mte3" to "s"
// CHECK-NEXT: sync.wait "event"[0] from "mte3" to "s"
// CHECK-NEXT: return
func.func @loop(%x: memref<16xf32>, %y: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %n step %c1 {
    sync.work on "mte2" {
      memref.copy %x, %a : memref<16xf32> to memref<16xf32>
    }
    sync.work on "v" reads(%a : memref<16xf32>) writes(%b : memref<16xf32>) {
      sync.opaque "relu"
    }
    sync.work on "mte3" {
      memref.copy %b, %y : memref<16xf32> to memref<16xf32>
    }
  }
  return
}

// What nothing conflicts with needs nothing.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: sync.signal
// CHECK-NOT: sync.barrier
func.func @apart() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  sync.work on "mte2" writes(%a : memref<4xf32>) {
    sync.opaque "a"
  }
  sync.work on "mte3" reads(%b : memref<4xf32>) {
    sync.opaque "b"
  }
  return
}

// Slots that are taken in turn have instances that are taken in turn.
// CHECK-LABEL: func.func @slots
// CHECK: sync.signal "event"[0] from "v" to "mte2"
// CHECK-NEXT: sync.signal "event"[1] from "v" to "mte2"
// CHECK: scf.for
// CHECK: sync.wait "event"[%{{.*}}] from "v" to "mte2"
func.func @slots(%x: memref<8x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<2x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %s = memref.subview %a[%slot, 0] [1, 4] [1, 1] : memref<2x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    sync.work on "mte2" reads(%x : memref<8x4xf32>) writes(%s : memref<4xf32, strided<[1], offset: ?>>) {
      sync.opaque "load"
    }
    sync.work on "v" reads(%s : memref<4xf32, strided<[1], offset: ?>>) {
      sync.opaque "use"
    }
  }
  return
}
