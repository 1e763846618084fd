// RUN: asyncir opt %s -p check-bounds | filecheck %s

// An index that anybody may give is compared with both ends, once in a block.
// CHECK-LABEL: func.func @given
// CHECK: rt.check_sizes %{{.*}} "<=" %i, "`memref.load`: index {1} of dimension 0 is below {0}"
// CHECK: %[[SIZE:.*]] = memref.dim %a
// CHECK: rt.check_sizes %i "<" %[[SIZE]], "`memref.load`: index {0} of dimension 0 is out of bounds: the size is {1}"
// CHECK: memref.load
// CHECK-NOT: rt.check_sizes
// CHECK: return
func.func @given(%a: memref<?xf32>, %i: index) {
  %x = memref.load %a[%i] : memref<?xf32>
  memref.store %x, %a[%i] : memref<?xf32>
  return
}

// The counter of a loop over all elements is in bounds, and so is a constant that is less than the size.
// CHECK-LABEL: func.func @known
// CHECK-NOT: rt.check_sizes
// CHECK: return
func.func @known(%a: memref<?xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %y = memref.load %b[%c3] : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %y, %a[%i] : memref<?xf32>
  }
  return
}

// Atomic updates are accesses, too.
// CHECK-LABEL: func.func @atomic
// CHECK-COUNT-2: rt.check_sizes
// CHECK: memref.atomic_rmw
func.func @atomic(%a: memref<?xi64>, %i: index, %x: i64) {
  %0 = memref.atomic_rmw addi %x, %a[%i] : (i64, memref<?xi64>) -> i64
  return
}
