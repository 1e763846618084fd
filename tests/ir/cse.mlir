// RUN: asyncir opt %s -p cse | filecheck %s

// The second of two equal pure ops goes, with its operands in any order if the op commutes.
// CHECK-LABEL: func.func @pure
// CHECK-NEXT: %x = arith.addi %a, %b : i32
// CHECK-NEXT: %z = arith.muli %x, %x : i32
// CHECK-NEXT: return %z : i32
func.func @pure(%a: i32, %b: i32) -> i32 {
  %x = arith.addi %a, %b : i32
  %y = arith.addi %b, %a : i32
  %z = arith.muli %x, %y : i32
  return %z : i32
}

// Ops that differ in an attribute are not equal.
// CHECK-LABEL: func.func @attributes
// CHECK: arith.cmpi slt
// CHECK: arith.cmpi sle
func.func @attributes(%a: i32, %b: i32) -> (i1, i1) {
  %x = arith.cmpi slt, %a, %b : i32
  %y = arith.cmpi sle, %a, %b : i32
  return %x, %y : i1, i1
}

// Loads are merged across a store to other memory, not across one that may alias.
// CHECK-LABEL: func.func @loads
// CHECK: %x = memref.load %a[%i]
// CHECK-NOT: memref.load
// CHECK: memref.store %x, %b[%i]
// CHECK-NEXT: %z = memref.load %a[%i]
// CHECK: arith.addf %x, %z
func.func @loads(%a: memref<?xf32>, %b: memref<?xf32>, %i: index) -> f32 {
  %own = memref.alloc() : memref<8xf32>
  %x = memref.load %a[%i] : memref<?xf32>
  memref.store %x, %own[%i] : memref<8xf32>
  %y = memref.load %a[%i] : memref<?xf32>
  memref.store %y, %b[%i] : memref<?xf32>
  %z = memref.load %a[%i] : memref<?xf32>
  %s = arith.addf %y, %z : f32
  memref.dealloc %own : memref<8xf32>
  return %s : f32
}

// An argument marked noalias is disjoint from the others.
// CHECK-LABEL: func.func @noalias
// CHECK: memref.load
// CHECK-NOT: memref.load
// CHECK: return
func.func @noalias(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32>, %i: index) -> (f32, f32) {
  %x = memref.load %a[%i] : memref<8xf32>
  memref.store %x, %b[%i] : memref<8xf32>
  %y = memref.load %a[%i] : memref<8xf32>
  return %x, %y : f32, f32
}

// Two globals are disjoint; a view shares the storage of its source.
// CHECK-LABEL: func.func @globals
// CHECK: %x = memref.load %g[%i]
// CHECK-NOT: memref.load %g
// CHECK: %v = memref.subview
// CHECK: memref.store %x, %v
// CHECK: %z = memref.load %g[%i]
memref.global "private" @g : memref<8xf32>
memref.global "private" @h : memref<8xf32>
func.func @globals(%i: index) -> (f32, f32, f32) {
  %g = memref.get_global @g : memref<8xf32>
  %h = memref.get_global @h : memref<8xf32>
  %x = memref.load %g[%i] : memref<8xf32>
  memref.store %x, %h[%i] : memref<8xf32>
  %y = memref.load %g[%i] : memref<8xf32>
  %v = memref.subview %g[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.store %y, %v[%i] : memref<4xf32, strided<[1], offset: 4>>
  %z = memref.load %g[%i] : memref<8xf32>
  return %x, %y, %z : f32, f32, f32
}

// Loads are merged across a wait for a task, unless the task writes what they read.
// CHECK-LABEL: func.func @waits
// CHECK: %t = async.execute
// CHECK: %x = memref.load %a[%i]
// CHECK-NEXT: async.await %u
// CHECK-NEXT: async.await %t
// CHECK-NEXT: %z = memref.load %a[%i]
// CHECK-NEXT: return %x, %x, %z
func.func @waits(%a: memref<8xf32>, %i: index, %f: f32) -> (f32, f32, f32) {
  %own = memref.alloc() : memref<8xf32>
  %u = async.execute {
    memref.store %f, %own[%i] : memref<8xf32>
    async.yield
  }
  %t = async.execute {
    memref.store %f, %a[%i] : memref<8xf32>
    async.yield
  }
  %x = memref.load %a[%i] : memref<8xf32>
  async.await %u : !async.token
  %y = memref.load %a[%i] : memref<8xf32>
  async.await %t : !async.token
  %z = memref.load %a[%i] : memref<8xf32>
  return %x, %y, %z : f32, f32, f32
}

// A wait for a token that comes from elsewhere is a full barrier, and so is one for what depends on it.
// CHECK-LABEL: func.func @unknown_token
// CHECK: memref.load
// CHECK: async.await %t
// CHECK: memref.load
// CHECK: async.await %u
// CHECK: memref.load
func.func @unknown_token(%a: memref<8xf32>, %i: index, %t: !async.token, %s: !async.token) -> (f32, f32, f32) {
  %u = async.execute [%s] {
    async.yield
  }
  %x = memref.load %a[%i] : memref<8xf32>
  async.await %t : !async.token
  %y = memref.load %a[%i] : memref<8xf32>
  async.await %u : !async.token
  %z = memref.load %a[%i] : memref<8xf32>
  return %x, %y, %z : f32, f32, f32
}

// A call has its callee's effects: one that only reads is merged, and one that writes ends what was known.
// CHECK-LABEL: func.func @calls
// CHECK: %x = call @reads
// CHECK-NEXT: call @writes
// CHECK-NEXT: %z = call @reads
// CHECK-NEXT: return %x, %x, %z
func.func private @reads(%m: memref<8xf32>, %i: index) -> f32 {
  %x = memref.load %m[%i] : memref<8xf32>
  return %x : f32
}
func.func private @writes(%m: memref<8xf32>, %i: index, %x: f32) {
  memref.store %x, %m[%i] : memref<8xf32>
  return
}
func.func @calls(%a: memref<8xf32>, %i: index, %f: f32) -> (f32, f32, f32) {
  %x = call @reads(%a, %i) : (memref<8xf32>, index) -> f32
  %y = call @reads(%a, %i) : (memref<8xf32>, index) -> f32
  call @writes(%a, %i, %f) : (memref<8xf32>, index, f32) -> ()
  %z = call @reads(%a, %i) : (memref<8xf32>, index) -> f32
  return %x, %y, %z : f32, f32, f32
}

// A value is reused in regions and in blocks that it dominates, and nowhere else.
// CHECK-LABEL: func.func @dominance
// CHECK: %x = arith.addi
// CHECK: ^a:
// CHECK-NEXT: %p = arith.muli
// CHECK-NEXT: cf.br ^c(%x, %p : i32, i32)
// CHECK: ^b:
// CHECK-NEXT: %q = arith.muli
// CHECK: ^c(%u
// CHECK-NEXT: %r = arith.muli
func.func @dominance(%i: i32, %c: i1) -> (i32, i32, i32) {
  %x = arith.addi %i, %i : i32
  cf.cond_br %c, ^a, ^b
^a:
  %y = arith.addi %i, %i : i32
  %p = arith.muli %i, %i : i32
  cf.br ^c(%y, %p : i32, i32)
^b:
  %q = arith.muli %i, %i : i32
  cf.br ^c(%q, %q : i32, i32)
^c(%u: i32, %v: i32):
  %r = arith.muli %i, %i : i32
  return %u, %v, %r : i32, i32, i32
}

// A loop that writes the memory hides what was loaded in front of it; one that does not lets it in.
// CHECK-LABEL: func.func @loops
// CHECK: %x = memref.load %a[%c0]
// CHECK: %o = memref.load %own[%c0]
// CHECK: scf.for
// CHECK-NEXT: %z = memref.load %own[%c0]
// CHECK-NEXT: arith.addf %x, %z
func.func @loops(%a: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %own = memref.alloc() : memref<8xf32>
  %x = memref.load %a[%c0] : memref<8xf32>
  %o = memref.load %own[%c0] : memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %y = memref.load %a[%c0] : memref<8xf32>
    %z = memref.load %own[%c0] : memref<8xf32>
    %s = arith.addf %y, %z : f32
    memref.store %s, %own[%i] : memref<8xf32>
  }
  %r = arith.addf %x, %o : f32
  return %r : f32
}

// A wait is a barrier for loads, unless it lists the memory that it is for.
// CHECK-LABEL: func.func @queue_waits
// CHECK: queue.wait(0, 0)
// CHECK-NEXT: %w = memref.load %own[%i]
// CHECK-NEXT: queue.wait(1, 0) covers(%b : memref<?xf32>)
// CHECK-NEXT: %s = arith.addf %v, %w
// CHECK-NEXT: queue.wait_read(1, 0) covers(%own : memref<8xf32>)
// CHECK-NEXT: %y = memref.load %own[%i]
func.func @queue_waits(%b: memref<?xf32>, %i: index, %n: f32) -> f32 {
  %own = memref.alloc() : memref<8xf32>
  memref.store %n, %own[%i] : memref<8xf32>
  %v = memref.load %own[%i] : memref<8xf32>
  queue.wait(0, 0)
  %w = memref.load %own[%i] : memref<8xf32>
  queue.wait(1, 0) covers(%b : memref<?xf32>)
  %x = memref.load %own[%i] : memref<8xf32>
  %s = arith.addf %v, %x : f32
  queue.wait_read(1, 0) covers(%own : memref<8xf32>)
  %y = memref.load %own[%i] : memref<8xf32>
  %r = arith.addf %s, %y : f32
  %q = arith.addf %r, %w : f32
  return %q : f32
}

// What an async op reads, it reads while it is in flight: its loads are not taken from before, nor from another op's.
// CHECK-LABEL: func.func @in_flight
// CHECK: %x = memref.load %a[%i]
// CHECK: queue.async {
// CHECK-NEXT: %y = memref.load %a[%i]
// CHECK-NEXT: memref.store %y, %b[%i]
// CHECK-NEXT: memref.store %y, %b[%j]
// CHECK: queue.async {
// CHECK-NEXT: memref.load %a[%i]
func.func @in_flight(%a: memref<8xf32>, %b: memref<8xf32> {llvm.noalias}, %i: index, %j: index) -> f32 {
  %x = memref.load %a[%i] : memref<8xf32>
  queue.commit(0) {
    queue.async {
      %y = memref.load %a[%i] : memref<8xf32>
      memref.store %y, %b[%i] : memref<8xf32>
      %z = memref.load %a[%i] : memref<8xf32>
      memref.store %z, %b[%j] : memref<8xf32>
    }
    queue.async {
      %w = memref.load %a[%i] : memref<8xf32>
      memref.store %w, %b[%i] : memref<8xf32>
    }
  }
  return %x : f32
}

// What may be written in flight has changed, for loads behind the commit, the copy and the barrier.
// CHECK-LABEL: func.func @written_in_flight
// CHECK: queue.commit
// CHECK: memref.load %b
// CHECK: memref.load %s
// CHECK: device_async_copy
// CHECK: memref.load %s
// CHECK: gpu.barrier
// CHECK: memref.load %s
func.func @written_in_flight(%a: memref<8xf32>, %i: index) -> (f32, f32, f32, f32, f32) {
  %b = memref.alloc() : memref<8xf32>
  %s = memref.alloc() : memref<8xf32, 3>
  %v = memref.load %b[%i] : memref<8xf32>
  queue.commit(0) {
    queue.async {
      memref.store %v, %b[%i] : memref<8xf32>
    }
  }
  %w = memref.load %b[%i] : memref<8xf32>
  %x = memref.load %s[%i] : memref<8xf32, 3>
  %c = nvgpu.device_async_copy %a[%i], %s[%i], 4 : memref<8xf32> to memref<8xf32, 3>
  %y = memref.load %s[%i] : memref<8xf32, 3>
  gpu.barrier
  %z = memref.load %s[%i] : memref<8xf32, 3>
  return %v, %w, %x, %y, %z : f32, f32, f32, f32, f32
}

// What a mask is around is less than the same op without it.
// CHECK-LABEL: func.func @masked
// CHECK: %[[R:.*]] = vector.reduction <add>, %a
// CHECK-NEXT: %[[S:.*]] = vector.mask %m { vector.reduction <add>, %a
// CHECK-NEXT: return %[[R]], %[[R]], %[[S]]
func.func @masked(%a: vector<8xi32>, %m: vector<8xi1>) -> (i32, i32, i32) {
  %0 = vector.reduction <add>, %a : vector<8xi32> into i32
  %1 = vector.reduction <add>, %a : vector<8xi32> into i32
  %2 = vector.mask %m { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
  return %0, %1, %2 : i32, i32, i32
}
