// RUN: asyncir opt %s -p split-brief-loops | filecheck %s

module attributes {asyncir.polls = "leaves"} {
// A nest has a copy for where its inner loop is brief, which says so. A loop around it does one of its turns, or 64.
// CHECK-LABEL: func.func @nest
// CHECK: %[[SHORT:.*]] = arith.cmpi ule, %[[TURNS:.*]], %{{.*}} : index
// CHECK: %[[BRIEF:.*]] = arith.andi %[[SHORT]], %{{.*}} : i1
// CHECK-NEXT: %[[R:.*]] = scf.if %[[BRIEF]] -> (f64) {
// CHECK: %[[FEW:.*]] = arith.cmpi ule, %[[TURNS]], %{{.*}} : index
// CHECK: %[[MANY:.*]] = arith.constant 64 : index
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[PACE:.*]] = arith.select %[[FEW]], %[[MANY]], %[[ONE]] : index
// CHECK: scf.for %[[FROM:.*]] = %{{.*}} to %[[END:.*]] step %[[PACE]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[FROM]], %[[PACE]] : index
// CHECK: %[[TO:.*]] = arith.minsi %[[NEXT]], %[[END]] : index
// CHECK: scf.for %{{.*}} = %[[FROM]] to %[[TO]] step
// CHECK: scf.for
// CHECK: } {asyncir.brief}
// CHECK: } {asyncir.brief}
// CHECK: scf.yield
// CHECK: }
// CHECK-NOT: asyncir.brief
// CHECK: } else {
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: asyncir.brief
// CHECK: return %[[R]] : f64
func.func @nest(%a: memref<?xf64>, %m: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%s = %zero) -> (f64) {
    %n = memref.dim %a, %c0 : memref<?xf64>
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%u = %s) -> (f64) {
      %x = memref.load %a[%j] : memref<?xf64>
      %v = arith.addf %u, %x : f64
      scf.yield %v : f64
    }
    scf.yield %t : f64
  }
  return %r : f64
}

// A loop with an end that changes from turn to turn has none.
// CHECK-LABEL: func.func @triangle
// CHECK-NOT: scf.if
func.func @triangle(%a: memref<?xf64>, %m: index, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    }
  }
  return
}

// One loop has no other in it.
// CHECK-LABEL: func.func @single
// CHECK-NOT: scf.if
func.func @single(%a: memref<?xf64>, %m: index, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    memref.store %x, %a[%i] : memref<?xf64>
  }
  return
}

// Nobody knows how long a function with a loop takes.
// CHECK-LABEL: func.func @calls
// CHECK-NOT: scf.if
// CHECK: return
func.func @calls(%a: memref<?xf64>, %m: index, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      func.call @single(%a, %m, %x) : (memref<?xf64>, index, f64) -> ()
    }
  }
  return
}
}
