// RUN: asyncir opt %s -p inline-alloca-scopes | filecheck %s

// What has a fixed size stays on the stack, and what has not is allocated and freed at the end of the scope.
// CHECK-LABEL: func.func @main
// CHECK-NOT: memref.alloca_scope
// CHECK: %[[A:.*]] = memref.alloc(%n)
// CHECK: memref.alloca() : memref<2xf32>
// CHECK: %[[X:.*]] = memref.load %[[A]]
// CHECK-NEXT: memref.dealloc %[[A]]
// CHECK-NEXT: return %[[X]]
func.func @main(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %r = memref.alloca_scope -> (f32) {
    %a = memref.alloca(%n) : memref<?xf32>
    %b = memref.alloca() : memref<2xf32>
    %x = memref.load %a[%c0] : memref<?xf32>
    memref.alloca_scope.return %x : f32
  }
  return %r : f32
}
