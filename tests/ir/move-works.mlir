// RUN: asyncir opt %s -p 'move-works{machine=ascend-a2}' | filecheck %s

// A load of the same every time leaves the loop, with the view that it needs.
// CHECK-LABEL: func.func @invariant
// CHECK: memref.subview
// CHECK-NEXT: sync.work on "mte2"
// CHECK: scf.for
// CHECK-NOT: sync.work on "mte2"
// CHECK: sync.work on "v"
func.func @invariant(%x: memref<4x16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %s = memref.subview %x[1, 0] [1, 16] [1, 1] : memref<4x16xf32> to memref<16xf32, strided<[1], offset: 16>>
    sync.work on "mte2" {
      memref.copy %s, %a : memref<16xf32, strided<[1], offset: 16>> to memref<16xf32>
    }
    sync.work on "v" reads(%a, %y : memref<16xf32>, memref<16xf32>) writes(%y : memref<16xf32>) {
      sync.opaque "add"
    }
  }
  return
}

// A loop that may have no iteration keeps its works.
// CHECK-LABEL: func.func @perhaps_never
// CHECK: scf.for
// CHECK: sync.work on "mte2"
func.func @perhaps_never(%x: memref<16xf32>, %y: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    sync.work on "mte2" {
      memref.copy %x, %y : memref<16xf32> to memref<16xf32>
    }
  }
  return
}

// What the loop overwrites is loaded anew; what is read before it is loaded is not loaded earlier.
// CHECK-LABEL: func.func @overwritten
// CHECK: scf.for
// CHECK: sync.work on "mte2"
// CHECK: scf.for
// CHECK: sync.work on "v"
// CHECK: sync.work on "mte2"
func.func @overwritten(%x: memref<16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    sync.work on "mte2" {
      memref.copy %x, %a : memref<16xf32> to memref<16xf32>
    }
    sync.work on "v" reads(%a : memref<16xf32>) writes(%a : memref<16xf32>) {
      sync.opaque "relu"
    }
  }
  scf.for %i = %c0 to %c4 step %c1 {
    sync.work on "v" reads(%a : memref<16xf32>) writes(%y : memref<16xf32>) {
      sync.opaque "relu"
    }
    sync.work on "mte2" {
      memref.copy %x, %a : memref<16xf32> to memref<16xf32>
    }
  }
  return
}

// What works on its own result is done each time.
// CHECK-LABEL: func.func @in_place
// CHECK: scf.for
// CHECK: sync.work on "v"
func.func @in_place(%a: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    sync.work on "v" reads(%a : memref<16xf32>) writes(%a : memref<16xf32>) {
      sync.opaque "twice"
    }
  }
  return
}

// A load goes in front of what the process does itself with other memory.
// It goes in front of no call of which nothing is known, and of nothing that it conflicts with.
// CHECK-LABEL: func.func @up
// CHECK: call @unknown
// CHECK-NEXT: sync.work on "mte2"
// CHECK: memref.store %{{.*}}, %z
// CHECK: memref.store %{{.*}}, %x
// CHECK-NEXT: sync.work on "mte3"
func.func private @unknown()
func.func @up(%x: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  func.call @unknown() : () -> ()
  memref.store %f, %z[%c0] : memref<16xf32>
  sync.work on "mte2" {
    memref.copy %x, %y : memref<16xf32> to memref<16xf32>
  }
  memref.store %f, %x[%c0] : memref<16xf32>
  sync.work on "mte3" {
    memref.copy %x, %z : memref<16xf32> to memref<16xf32>
  }
  return
}

// An engine keeps the order of its queue, and nothing passes a signal.
// CHECK-LABEL: func.func @queue
// CHECK: memref.store
// CHECK-NEXT: scf.for
// CHECK: sync.work on "mte2"
// CHECK: sync.work on "mte2" writes(%z
// CHECK: memref.store
// CHECK: sync.signal
// CHECK-NEXT: sync.wait
// CHECK-NEXT: sync.work on "mte3"
func.func @queue(%x: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>, %w: memref<16xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %f, %w[%c0] : memref<16xf32>
  scf.for %i = %c0 to %n step %c1 {
    sync.work on "mte2" {
      memref.copy %x, %y : memref<16xf32> to memref<16xf32>
    }
  }
  memref.store %f, %w[%c0] : memref<16xf32>
  sync.work on "mte2" writes(%z : memref<16xf32>) {
    sync.opaque "fill"
  }
  sync.signal "event"[0] from "mte2" to "mte3"
  sync.wait "event"[0] from "mte2" to "mte3"
  sync.work on "mte3" {
    memref.copy %z, %x : memref<16xf32> to memref<16xf32>
  }
  return
}
