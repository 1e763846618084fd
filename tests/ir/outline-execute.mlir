// RUN: asyncir opt %s -p outline-execute | filecheck %s

// A body becomes a function that awaits its dependencies and operands first, in order, and takes what it captures.
// CHECK-LABEL: func.func @captures
// CHECK-SAME: (%d: !async.token, %v: !async.value<f32>, %m: memref<?xf32>)
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %t, %r = async.call @captures_execute_0(%d, %v, %m) :
// CHECK-SAME: (!async.token, !async.value<f32>, memref<?xf32>) -> (!async.token, !async.value<f32>)
// CHECK: async.func private @captures_execute_0
// CHECK-SAME: attributes {asyncir.scheduled}
// CHECK-NEXT: await %{{.*}} : !async.token
// CHECK-NEXT: %[[X:.*]] = await %{{.*}} : !async.value<f32>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: memref.store %[[X]], %m[%c1] : memref<?xf32>
// CHECK-NEXT: return %[[X]] : f32
func.func @captures(%d: !async.token, %v: !async.value<f32>, %m: memref<?xf32>) -> !async.value<f32> {
  %c1 = arith.constant 1 : index
  %t, %r = async.execute [%d] (%v as %x: !async.value<f32>) -> !async.value<f32> {
    memref.store %x, %m[%c1] : memref<?xf32>
    async.yield %x : f32
  }
  return %r : !async.value<f32>
}

// A constant that is only handed to a call is passed, so that tasks which differ in it alone are equal.
// CHECK-LABEL: func.func @passes_constants
// CHECK: async.call @passes_constants_execute_0(%c7) : (index) -> !async.token
// CHECK: async.func private @passes_constants_execute_0(%c7: index)
// CHECK-NEXT: func.call @work(%c7) : (index) -> ()
func.func private @work(index)
func.func @passes_constants() -> !async.token {
  %c7 = arith.constant 7 : index
  %t = async.execute {
    func.call @work(%c7) : (index) -> ()
    async.yield
  }
  return %t : !async.token
}

// Inner tasks leave before outer ones; the outer function calls the inner.
// CHECK-LABEL: func.func @nested
// CHECK: async.call @nested_execute_1
// CHECK: async.func private @nested_execute_1
// CHECK-NEXT: call @nested_execute_0
// CHECK: async.func private @nested_execute_0
func.func @nested() -> !async.token {
  %t = async.execute {
    %u = async.execute {
      async.yield
    }
    async.await %u : !async.token
    async.yield
  }
  return %t : !async.token
}

// Several blocks are kept; every yield becomes a return.
// CHECK-LABEL: func.func @blocks
// CHECK: async.func private @blocks_execute_0
// CHECK: cf.cond_br
// CHECK: return %{{.*}} : i32
// CHECK: return %{{.*}} : i32
// CHECK-NOT: async.yield
func.func @blocks(%c: i1, %a: i32, %b: i32) -> !async.value<i32> {
  %t, %r = async.execute -> !async.value<i32> {
    cf.cond_br %c, ^yes, ^no
  ^yes:
    async.yield %a : i32
  ^no:
    async.yield %b : i32
  }
  return %r : !async.value<i32>
}
