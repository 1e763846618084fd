// RUN: asyncir opt %s -p detect-races | filecheck %s

func.func private @printI64(i64)

// A public function becomes the entry; what it did is in a private one, which has an activation and an epoch.
// CHECK-LABEL: func.func @main(%{{.*}}: memref<4xi64>)
// CHECK: %[[A:.*]] = rt.tell "enter"() : () -> i64
// CHECK: call @main_0(%{{.*}}, %[[A]], %{{.*}}) : (memref<4xi64>, i64, i64) -> ()
// CHECK: rt.tell "leave"(%[[A]]) : (i64) -> ()
// CHECK-LABEL: func.func private @main_0(%m: memref<4xi64>, %arg0: i64, %arg1: i64)
// A task has an activation of its own, which it ends; the token stands for it.
// CHECK: %[[C:.*]] = rt.tell "fork"(%arg0) : (i64) -> i64
// CHECK: async.execute
// CHECK: rt.touch "write" %m[%{{.*}}] by %[[C]] at %{{.*}} of "memref.store" in "the task at {{.*}}" : memref<4xi64>
// CHECK-NEXT: memref.store
// CHECK: rt.tell "finish"(%[[C]]) : (i64) -> ()
// CHECK-NEXT: async.yield
// CHECK: rt.tell "bind"(%[[C]], %{{.*}}) : (i64, !async.token) -> ()
// CHECK: rt.tell "before_wait"(%arg0) : (i64) -> ()
// CHECK-NEXT: async.await
// CHECK-NEXT: rt.tell "after_wait"(%arg0, %{{.*}}) : (i64, !async.token) -> ()
func.func @main(%m: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %t = async.execute {
    memref.store %one, %m[%c0] : memref<4xi64>
    async.yield
  }
  async.await %t : !async.token
  return
}

// Memory that one activation has for itself is left alone; what it hands on is not.
// CHECK-LABEL: func.func private @own
// CHECK-NOT: rt.touch
// CHECK-LABEL: func.func private @shared
// CHECK: memref.alloc
// CHECK-NEXT: rt.touch "fresh"
// CHECK: rt.touch "write" %{{.*}}[] whole
// CHECK-NEXT: memref.dealloc
func.func private @own(%i: index) -> i64 {
  %m = memref.alloca() : memref<4xi64>
  %one = arith.constant 1 : i64
  memref.store %one, %m[%i] : memref<4xi64>
  %x = memref.load %m[%i] : memref<4xi64>
  return %x : i64
}
func.func private @shared() {
  %m = memref.alloc() : memref<4xi64>
  func.call @main(%m) : (memref<4xi64>) -> ()
  memref.dealloc %m : memref<4xi64>
  return
}

// The iterations of a loop that launches nothing have an epoch each.
// CHECK-LABEL: func.func private @loop
// CHECK: %[[F:.*]] = rt.tell "loop"(%{{.*}}, %[[N:.*]]) : (i64, i64) -> i64
// CHECK: scf.parallel
// CHECK: %[[E:.*]] = arith.addi %[[F]], %{{.*}} : i64
// CHECK: rt.touch "read" %m[%i] by %{{.*}} at %[[E]]
// CHECK: rt.tell "loop_end"(%{{.*}}, %[[F]], %[[N]]) : (i64, i64, i64) -> ()
func.func private @loop(%m: memref<?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %m[%i] : memref<?xi64>
    func.call @printI64(%x) : (i64) -> ()
    scf.reduce
  }
  return
}

// What a loop touches in a row is reported in front of it: in a parallel one, with the epoch of each iteration.
// CHECK-LABEL: func.func private @rows
// CHECK: %[[F:.*]] = rt.tell "loop"
// CHECK: rt.touch "read" %a[%{{.*}}, %{{.*}}] to[%{{.*}}, %{{.*}}] stepped 1 by %{{.*}} at %[[F]] of "memref.load"
// CHECK: rt.touch "write" %s[%{{.*}}] to[%{{.*}}] stepped 1 by %{{.*}} at %[[F]] of "memref.store"
// CHECK-NEXT: scf.parallel
// CHECK-NOT: rt.touch
func.func private @rows(%a: memref<?x?xi64>, %s: memref<?xi64>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %sum = scf.for %j = %c0 to %m step %c1 iter_args(%before = %zero) -> (i64) {
      %x = memref.load %a[%i, %j] : memref<?x?xi64>
      %after = arith.addi %before, %x : i64
      scf.yield %after : i64
    }
    memref.store %sum, %s[%i] : memref<?xi64>
    scf.reduce
  }
  return
}

// Not what is touched on a condition, nor in a loop that launches.
// CHECK-LABEL: func.func private @some
// CHECK: scf.if
// CHECK-NEXT: rt.touch "read" %a[%i] by
// CHECK: scf.for
// CHECK: async.execute
// CHECK: rt.touch "read" %a[%k] by
func.func private @some(%a: memref<?xi64>, %n: index, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %b {
      %x = memref.load %a[%i] : memref<?xi64>
    }
  }
  scf.for %k = %c0 to %n step %c1 {
    %t = async.execute {
      %x = memref.load %a[%k] : memref<?xi64>
      async.yield
    }
  }
  return
}

// Functions that are called through a value keep their type.
// CHECK-LABEL: func.func private @by_value
// CHECK: constant @own_value_0
// CHECK: rt.tell "hand"
// CHECK-NEXT: call_indirect
// CHECK: func.func private @own_value_0(%{{.*}}: index) -> i64
// CHECK: rt.tell "handed"() : () -> i64
func.func private @by_value(%i: index) -> i64 {
  %f = func.constant @own : (index) -> i64
  %x = func.call_indirect %f(%i) : (index) -> i64
  return %x : i64
}
