// RUN: asyncir opt %s -p canonicalize | filecheck %s

// Integer arithmetic wraps; a division that is undefined is left alone.
// CHECK-LABEL: func.func @integers
// CHECK-DAG: %[[MIN:.*]] = arith.constant -128 : i8
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i8
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i8
// CHECK: %[[D:.*]] = arith.divsi %[[FOUR]], %[[ZERO]]
// CHECK-NEXT: return %[[MIN]], %[[D]]
func.func @integers() -> (i8, i8) {
  %a = arith.constant 127 : i8
  %b = arith.constant 1 : i8
  %zero = arith.constant 0 : i8
  %four = arith.constant 4 : i8
  %c = arith.addi %a, %b : i8
  %d = arith.divsi %four, %zero : i8
  return %c, %d : i8, i8
}

// An index has 64 bits.
// CHECK-LABEL: func.func @index
// CHECK: %[[X:.*]] = arith.constant 4294967296 : index
// CHECK-NEXT: return %[[X]]
func.func @index() -> index {
  %a = arith.constant 65536 : index
  %b = arith.muli %a, %a : index
  return %b : index
}

// Adding -0.0 changes nothing, adding 0.0 does; 1 / 0 is infinity.
// CHECK-LABEL: func.func @floats
// CHECK: %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK: %c = arith.addf %x, %{{.*}}
// CHECK-NEXT: return %x, %c, %[[INF]]
func.func @floats(%x: f32) -> (f32, f32, f32) {
  %plus = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %b = arith.addf %x, %minus : f32
  %c = arith.addf %x, %plus : f32
  %d = arith.divf %one, %plus : f32
  return %b, %c, %d : f32, f32, f32
}

// Constants meet in chains, and equal ones become one at the start of the function.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[C:.*]] = arith.constant 5 : i32
// CHECK-NEXT: arith.addi %x, %[[C]] : i32
// CHECK-NEXT: return
func.func @chain(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 2 : i32
  %c = arith.addi %a, %x : i32
  %d = arith.addi %c, %b : i32
  return %d : i32
}

// A decided `scf.if` is the branch that it takes.
// CHECK-LABEL: func.func @decided_if
// CHECK-NEXT: return %x
func.func @decided_if(%x: f32, %y: f32) -> f32 {
  %true = arith.constant true
  %r = scf.if %true -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %y : f32
  }
  return %r : f32
}

// An `scf.if` that only chooses a value is a select.
// CHECK-LABEL: func.func @select
// CHECK-NEXT: %r = arith.select %c, %x, %y
// CHECK-NEXT: return %r
func.func @select(%c: i1, %x: f32, %y: f32) -> f32 {
  %r = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %y : f32
  }
  return %r : f32
}

// A loop without iterations gives its initial values, one with a single iteration its body.
// CHECK-LABEL: func.func @trip_counts
// CHECK-NOT: scf.for
// CHECK: %z = arith.addf %x, %x
// CHECK-NEXT: return %x, %z
func.func @trip_counts(%x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.for %i = %c1 to %c0 step %c1 iter_args(%y = %x) -> f32 {
    %z = arith.addf %y, %y : f32
    scf.yield %z : f32
  }
  %b = scf.for %i = %c0 to %c1 step %c1 iter_args(%y = %x) -> f32 {
    %z = arith.addf %y, %y : f32
    scf.yield %z : f32
  }
  return %a, %b : f32, f32
}

// A carried value that never changes is the initial one.
// CHECK-LABEL: func.func @invariant
// CHECK: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: memref.store %x, %m[%i]
// CHECK: return %x
func.func @invariant(%n: index, %x: f32, %m: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 {
    memref.store %a, %m[%i] : memref<?xf32>
    scf.yield %a : f32
  }
  return %r : f32
}

// A while loop whose condition is false runs its first region once; a switch on a constant is its case.
// CHECK-LABEL: func.func @while_and_switch
// CHECK-NEXT: %s = arith.addf %x, %x
// CHECK-NEXT: return %s, %x
func.func @while_and_switch(%x: f32, %y: f32) -> (f32, f32) {
  %false = arith.constant false
  %c5 = arith.constant 5 : index
  %r = scf.while (%a = %x) : (f32) -> f32 {
    %s = arith.addf %a, %a : f32
    scf.condition(%false) %s : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  %q = scf.index_switch %c5 -> f32
  case 5 {
    scf.yield %x : f32
  }
  default {
    scf.yield %y : f32
  }
  return %r, %q : f32, f32
}

// Branches on constants are decided, chains of branches joined, and blocks that nothing reaches go.
// CHECK-LABEL: func.func @branches
// CHECK-NEXT: return %x
// CHECK-NEXT: }
func.func @branches(%x: i32) -> i32 {
  %true = arith.constant true
  cf.cond_br %true, ^a(%x : i32), ^b
^a(%y: i32):
  cf.br ^c(%y : i32)
^b:
  %z = arith.constant 1 : i32
  cf.br ^c(%z : i32)
^c(%r: i32):
  return %r : i32
}

// A block argument that is the same on every edge is that value, in loops too.
// CHECK-LABEL: func.func @same_on_every_edge
// CHECK: cf.br ^h(%c0 : index)
// CHECK: arith.cmpi slt, %i, %n
func.func @same_on_every_edge(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^h(%c0, %n : index, index)
^h(%i: index, %m: index):
  %c = arith.cmpi slt, %i, %m : index
  %j = arith.addi %i, %c1 : index
  cf.cond_br %c, ^h(%j, %m : index, index), ^e
^e:
  return %i : index
}

// Sizes come from types, allocations and views; casts that only forget are looked through.
// CHECK-LABEL: func.func @sizes
// CHECK: %x = memref.load %m[%c1]
// CHECK-NEXT: return %a, %n, %x
func.func @sizes(%n: index, %m: memref<8xf32>) -> (index, index, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cast = memref.cast %m : memref<8xf32> to memref<?xf32>
  %a = memref.dim %cast, %c0 : memref<?xf32>
  %v = memref.alloc(%n) : memref<4x?xf32>
  %b = memref.dim %v, %c1 : memref<4x?xf32>
  %x = memref.load %cast[%c1] : memref<?xf32>
  return %a, %b, %x : index, index, f32
}

// Constant offsets and sizes of a subview move into its type.
// CHECK-LABEL: func.func @subview
// CHECK: memref.subview %m[2] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: 2>>
func.func @subview(%m: memref<?xf32>, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %v = memref.subview %m[%c2] [%c4] [%c1] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  %x = memref.load %v[%i] : memref<?xf32, strided<[?], offset: ?>>
  return %x : f32
}

// What is complete from the start is not waited for, and is no dependency.
// CHECK-LABEL: func.func @ready
// CHECK-NEXT: %u = async.execute [%t] {
// CHECK-NEXT: func.call @take(%x)
// CHECK-NEXT: async.yield
// CHECK-NEXT: }
// CHECK-NEXT: call @take(%x)
// CHECK-NEXT: return %u
func.func private @take(f32)
func.func @ready(%t: !async.token, %x: f32) -> !async.token {
  %r = async.ready : !async.token
  %v = async.ready %x : !async.value<f32>
  async.await %r : !async.token
  %y = async.await %v : !async.value<f32>
  %u = async.execute [%t, %r, %t] (%v as %z: !async.value<f32>) {
    func.call @take(%z) : (f32) -> ()
    async.yield
  }
  call @take(%y) : (f32) -> ()
  return %u : !async.token
}

// A task without effects goes when nobody uses its results; a group of no members is not waited for.
// CHECK-LABEL: func.func @unused_task
// CHECK-NEXT: return
func.func @unused_task(%x: f32) {
  %c0 = arith.constant 0 : index
  %t, %v = async.execute -> !async.value<f32> {
    %y = arith.addf %x, %x : f32
    async.yield %y : f32
  }
  %g = async.create_group %c0 : !async.group
  async.await_all %g
  return
}

// Values of a task that nobody uses are not yielded.
// CHECK-LABEL: func.func @unused_values
// CHECK: %t = async.execute {
// CHECK-NEXT: func.call @take(%x)
// CHECK-NEXT: async.yield
func.func @unused_values(%x: f32) -> !async.token {
  %t, %v = async.execute -> !async.value<f32> {
    func.call @take(%x) : (f32) -> ()
    %y = arith.addf %x, %x : f32
    async.yield %y : f32
  }
  return %t : !async.token
}

// Waits and groups are as the author wrote them; only what a wait for a ready token says goes.
// CHECK-LABEL: func.func @queues
// CHECK: queue.commit(0) {
// CHECK-NEXT: }
// CHECK-NEXT: queue.wait(0, 0)
// CHECK-NEXT: queue.wait(0, 0)
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: return
func.func @queues() {
  queue.commit(0) {
  }
  queue.wait(0, 0)
  queue.wait(0, 0)
  gpu.barrier
  gpu.barrier
  %r = async.ready : !async.token
  async.await %r : !async.token
  return
}

// What a mask is around stays one op, though without the mask it would be simpler; a mask around nothing goes.
// CHECK-LABEL: func.func @masked
// CHECK-NEXT: %[[R:.*]] = vector.mask %m { vector.reduction <add>, %a : vector<1xi32> into i32 } : vector<1xi1> -> i32
// CHECK-NEXT: %[[S:.*]] = arith.select %m, %a, %b : vector<1xi1>, vector<1xi32>
// CHECK-NEXT: return %[[R]], %a, %[[S]]
func.func @masked(%a: vector<1xi32>, %b: vector<1xi32>, %m: vector<1xi1>) -> (i32, vector<1xi32>, vector<1xi32>) {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<1xi32> into i32 } : vector<1xi1> -> i32
  %1 = vector.mask %m { vector.yield %a : vector<1xi32> } : vector<1xi1> -> vector<1xi32>
  %2 = vector.mask %m, %b { vector.yield %a : vector<1xi32> } : vector<1xi1> -> vector<1xi32>
  return %0, %1, %2 : i32, vector<1xi32>, vector<1xi32>
}
