// RUN: asyncir opt %s -p outline-loops | filecheck %s

// A loop that never waits leaves a function that does; it is never inlined back.
// CHECK-LABEL: func.func @waits
// CHECK: async.await
// CHECK-NEXT: %[[S:.*]] = call @waits_loop_0(%n, %m) : (index, memref<?xf64>) -> f64
// CHECK-NEXT: return %[[S]] : f64
// CHECK: func.func private @waits_loop_0(%n: index, %m: memref<?xf64> {llvm.noalias}) -> f64 attributes {no_inline}
// CHECK: scf.for
func.func @waits(%t: !async.token, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f64
  async.await %t : !async.token
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (f64) {
    %x = memref.load %m[%i] : memref<?xf64>
    %b = arith.addf %a, %x : f64
    scf.yield %b : f64
  }
  return %s : f64
}

// A function that never waits keeps its loops.
// CHECK-LABEL: func.func @never_waits
// CHECK: scf.for
// CHECK-NOT: never_waits_loop
func.func @never_waits(%m: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %m[%i] : memref<?xf64>
  }
  return
}

// A loop that waits stays; the loop inside it that does not leaves.
// CHECK-LABEL: func.func @outer_waits
// CHECK: scf.for
// CHECK: async.await
// CHECK-NEXT: func.call @outer_waits_loop_0
func.func @outer_waits(%t: !async.token, %m: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    async.await %t : !async.token
    scf.for %j = %c0 to %n step %c1 {
      memref.store %z, %m[%j] : memref<?xf64>
    }
  }
  return
}
