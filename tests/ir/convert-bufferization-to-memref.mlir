// RUN: asyncir opt %s -p convert-bufferization-to-memref | filecheck %s

// A clone is new memory and a copy.
// CHECK-LABEL: func.func @clone
// CHECK: %[[D:.*]] = memref.dim %m, %{{.*}} : memref<?xf32>
// CHECK-NEXT: %[[N:.*]] = memref.alloc(%[[D]]) : memref<?xf32>
// CHECK-NEXT: memref.copy %m, %[[N]] : memref<?xf32> to memref<?xf32>
// CHECK-NEXT: return %[[N]] : memref<?xf32>
func.func @clone(%m: memref<?xf32>) -> memref<?xf32> {
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// An object's life ends if its condition holds, it is not retained, and it was not ended before.
// CHECK-LABEL: func.func @dealloc
// CHECK-DAG: %[[A:.*]] = memref.extract_aligned_pointer_as_index %a
// CHECK-DAG: %[[B:.*]] = memref.extract_aligned_pointer_as_index %b
// CHECK-DAG: %[[R:.*]] = memref.extract_aligned_pointer_as_index %r
// CHECK: arith.cmpi eq, %[[A]], %[[R]] : index
// CHECK: arith.cmpi eq, %[[B]], %[[R]] : index
// CHECK: %[[KEPT:.*]] = arith.ori
// CHECK: arith.cmpi ne, %[[A]], %[[R]] : index
// CHECK: arith.cmpi ne, %[[B]], %[[R]] : index
// CHECK: arith.cmpi eq, %[[A]], %[[B]] : index
// CHECK: scf.if
// CHECK-NEXT: memref.dealloc %a : memref<2xf32>
// CHECK: scf.if
// CHECK-NEXT: memref.dealloc %b : memref<2xf32>
// CHECK: return %[[KEPT]] : i1
func.func @dealloc(%a: memref<2xf32>, %b: memref<2xf32>, %r: memref<2xf32>, %c: i1, %d: i1) -> i1 {
  %0 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<2xf32>) if (%c, %d) retain (%r : memref<2xf32>)
  return %0 : i1
}
