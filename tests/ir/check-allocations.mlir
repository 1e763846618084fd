// RUN: asyncir opt %s -p check-allocations | filecheck %s

// A size that is not known may be any.
// CHECK-LABEL: func.func @dynamic
// CHECK-NEXT: %[[A:.*]] = memref.alloc(%{{.*}}) : memref<?xi8>
// CHECK-NEXT: rt.check_memory %[[A]] : memref<?xi8>
// CHECK-NEXT: return
func.func @dynamic(%n: index) -> memref<?xi8> {
  %a = memref.alloc(%n) : memref<?xi8>
  return %a : memref<?xi8>
}

// Of static sizes 64 KB are much, one element less is not.
// CHECK-LABEL: func.func @static
// CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<16384xf32>
// CHECK-NEXT: rt.check_memory %[[A]] : memref<16384xf32>
// CHECK-NEXT: memref.alloc() : memref<16383xf32>
// CHECK-NEXT: return
func.func @static() {
  %a = memref.alloc() : memref<16384xf32>
  %b = memref.alloc() : memref<16383xf32>
  return
}

// In a loop and a task, too; the stack is not looked at.
// CHECK-LABEL: func.func @inside
// CHECK: scf.for
// CHECK: memref.alloc(
// CHECK-NEXT: rt.check_memory
// CHECK: async.execute
// CHECK-NEXT: memref.alloc(
// CHECK-NEXT: rt.check_memory
// CHECK-NEXT: memref.alloca(
// CHECK-NOT: rt.check_memory
func.func @inside(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%i) : memref<?xf32>
    memref.dealloc %a : memref<?xf32>
  }
  %t = async.execute {
    %a = memref.alloc(%n) : memref<?xf32>
    %b = memref.alloca(%n) : memref<?xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}

// What was there is put anew, once.
// CHECK-LABEL: func.func @again
// CHECK-NEXT: memref.alloc
// CHECK-NEXT: rt.check_memory
// CHECK-NEXT: return
func.func @again(%n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  rt.check_memory %a : memref<?xf32>
  return
}
