// RUN: asyncir opt %s -p convert-scf-to-cf | filecheck %s

// A loop tests its bound in a header whose arguments are the induction variable and the carried values.
// CHECK-LABEL: func.func @for
// CHECK: cf.br ^[[HEAD:.*]](%c0, %x : index, f32)
// CHECK-NEXT: ^[[HEAD]](%i: index, %a: f32):
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpi slt, %i, %n : index
// CHECK-NEXT: cf.cond_br %[[LESS]], ^[[BODY:.*]], ^[[DONE:.*]]
// CHECK-NEXT: ^[[BODY]]:
// CHECK-NEXT: %b = arith.addf %a, %x : f32
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %i, %c1 : index
// CHECK-NEXT: cf.br ^[[HEAD]](%[[NEXT]], %b : index, f32)
// CHECK-NEXT: ^[[DONE]]:
// CHECK-NEXT: return %a : f32
func.func @for(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 {
    %b = arith.addf %a, %x : f32
    scf.yield %b : f32
  }
  return %r : f32
}

// An unsigned loop compares without sign.
// CHECK-LABEL: func.func @unsigned
// CHECK: arith.cmpi ult
func.func @unsigned(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
  }
  return
}

// Both branches of an `scf.if` pass what they yield to the block behind it.
// CHECK-LABEL: func.func @if
// CHECK: cf.cond_br %c, ^[[THEN:.*]], ^[[ELSE:.*]]
// CHECK-NEXT: ^[[THEN]]:
// CHECK-NEXT: %s = arith.addf %x, %x : f32
// CHECK-NEXT: cf.br ^[[DONE:.*]](%s : f32)
// CHECK-NEXT: ^[[ELSE]]:
// CHECK-NEXT: cf.br ^[[DONE]](%x : f32)
// CHECK-NEXT: ^[[DONE]](%r: f32):
// CHECK-NEXT: return %r : f32
func.func @if(%c: i1, %x: f32) -> f32 {
  %r = scf.if %c -> f32 {
    %s = arith.addf %x, %x : f32
    scf.yield %s : f32
  } else {
    scf.yield %x : f32
  }
  return %r : f32
}

// Without an else, the false edge leads on.
// CHECK-LABEL: func.func @if_without_else
// CHECK: cf.cond_br %c, ^[[THEN:.*]], ^[[DONE:.*]]
// CHECK-NEXT: ^[[THEN]]:
// CHECK-NEXT: call @work
// CHECK-NEXT: cf.br ^[[DONE]]
// CHECK-NEXT: ^[[DONE]]:
// CHECK-NEXT: return
func.func private @work()
func.func @if_without_else(%c: i1) {
  scf.if %c {
    func.call @work() : () -> ()
  }
  return
}

// What `scf.condition` passes on are the results of the loop.
// CHECK-LABEL: func.func @while
// CHECK: cf.br ^[[BEFORE:.*]](%c0 : index)
// CHECK-NEXT: ^[[BEFORE]](%a: index):
// CHECK: cf.cond_br %less, ^[[BODY:.*]](%a : index), ^[[DONE:.*]]
// CHECK-NEXT: ^[[BODY]](%b: index):
// CHECK: cf.br ^[[BEFORE]](%next : index)
// CHECK-NEXT: ^[[DONE]]:
// CHECK-NEXT: return %a : index
func.func @while(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %r = scf.while (%a = %c0) : (index) -> index {
    %less = arith.cmpi slt, %a, %n : index
    scf.condition(%less) %a : index
  } do {
  ^bb0(%b: index):
    %next = arith.addi %b, %n : index
    scf.yield %next : index
  }
  return %r : index
}

// A switch compares all 64 bits of its index.
// CHECK-LABEL: func.func @switch
// CHECK: %[[WIDE:.*]] = arith.index_cast %i : index to i64
// CHECK: cf.switch %[[WIDE]] : i64, [
// CHECK-NEXT: default: ^[[OTHER:.*]],
// CHECK-NEXT: 4294967296: ^[[FIRST:.*]]
// CHECK: ^[[FIRST]]:
// CHECK-NEXT: cf.br ^[[DONE:.*]](%x : f32)
// CHECK: ^[[OTHER]]:
// CHECK-NEXT: cf.br ^[[DONE]](%y : f32)
func.func @switch(%i: index, %x: f32, %y: f32) -> f32 {
  %r = scf.index_switch %i -> f32
  case 4294967296 {
    scf.yield %x : f32
  }
  default {
    scf.yield %y : f32
  }
  return %r : f32
}

// A region of several blocks is spliced in.
// CHECK-LABEL: func.func @execute_region
// CHECK: cf.br ^[[ENTRY:.*]]
// CHECK-NEXT: ^[[ENTRY]]:
// CHECK-NEXT: cf.cond_br %c, ^[[A:.*]], ^[[B:.*]]
// CHECK: cf.br ^[[DONE:.*]](%x : f32)
// CHECK: cf.br ^[[DONE]](%y : f32)
// CHECK: ^[[DONE]](%r: f32):
func.func @execute_region(%c: i1, %x: f32, %y: f32) -> f32 {
  %r = scf.execute_region -> f32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %x : f32
  ^b:
    scf.yield %y : f32
  }
  return %r : f32
}

// A parallel loop of two dimensions becomes two loops that carry the reduction.
// CHECK-LABEL: func.func @parallel
// CHECK: cf.br ^[[OUTER:.*]](%c0, %x : index, f32)
// CHECK-NEXT: ^[[OUTER]](%i: index, %[[A:.*]]: f32):
// CHECK: cf.cond_br %{{.*}}, ^[[BODY:.*]], ^[[DONE:.*]]
// CHECK: cf.br ^[[INNER:.*]](%c0, %[[A]] : index, f32)
// CHECK-NEXT: ^[[INNER]](%j: index, %[[B:.*]]: f32):
// CHECK: %v = memref.load %m[%i, %j]
// CHECK-NEXT: %sum = arith.addf %[[B]], %v : f32
// CHECK: cf.br ^[[INNER]](%{{.*}}, %sum : index, f32)
// CHECK: cf.br ^[[OUTER]](%{{.*}}, %[[B]] : index, f32)
// CHECK: return %[[A]] : f32
func.func @parallel(%n: index, %m: memref<?x?xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%x) -> f32 {
    %v = memref.load %m[%i, %j] : memref<?x?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %r: f32):
      %sum = arith.addf %l, %r : f32
      scf.reduce.return %sum : f32
    }
  }
  return %r : f32
}

// Loops in the body of a task become blocks of the body, and an attribute of a loop goes to its closing branch.
// CHECK-LABEL: func.func @task
// CHECK: async.execute {
// CHECK: cf.br ^[[HEAD:.*]](%c0 : index)
// CHECK: cf.br ^[[HEAD]](%{{.*}} : index) {unroll = 4 : i64}
// CHECK: async.yield
func.func @task(%n: index) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = async.execute {
    scf.for %i = %c0 to %n step %c1 {
      func.call @work() : () -> ()
    } {unroll = 4 : i64}
    async.yield
  }
  return %t : !async.token
}
