// RUN: asyncir opt %s -p inline-works | filecheck %s

// What engines are given is done where it is given, and nothing is waited for.
// CHECK-LABEL: func.func @pipeline
func.func @pipeline(%a: memref<4xf32>, %b: memref<4xf32, "ub">, %n: index) {
  // CHECK-NEXT: scf.for
  scf.for %i = %n to %n step %n {
    // CHECK-NEXT: memref.copy %a, %b
    sync.work on "mte2" attributes {x} {
      memref.copy %a, %b : memref<4xf32> to memref<4xf32, "ub">
    }
    sync.signal "event"[0] from "mte2" to "v"
    sync.wait "event"[%i] from "mte2" to "v"
    // CHECK-NEXT: memref.load
    // CHECK-NEXT: memref.store
    sync.work on "v" reads(%b : memref<4xf32, "ub">) {
      %x = memref.load %b[%n] : memref<4xf32, "ub">
      memref.store %x, %b[%n] : memref<4xf32, "ub">
    }
    // CHECK-NEXT: }
    sync.work on "v" {
    }
  }
  // CHECK-NEXT: return
  sync.init "full"[0], 1
  sync.arm "full"[0]
  sync.free "full"[0]
  sync.commit "copies"
  sync.barrier on "v"
  sync.barrier
  return
}
