// RUN: asyncir opt %s -p check-cancellation | filecheck %s

// Where a function that waits begins.
// CHECK-LABEL: func.func @waits
// CHECK-NEXT: rt.check at_start
// CHECK-NEXT: async.await
func.func @waits(%t: !async.token) {
  async.await %t : !async.token
  return
}

// An async.func always.
// CHECK-LABEL: async.func @launched
// CHECK-NEXT: rt.check at_start
// CHECK-NEXT: return
async.func @launched() -> !async.token {
  return
}

// Not where nothing is waited for, nor in a loop that only computes.
// CHECK-LABEL: func.func @computes
// CHECK-NOT: rt.check
func.func @computes(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %j, %n : index
  cf.cond_br %more, ^head(%j : index), ^end
^end:
  return %j : index
}

// In every turn of a loop that launches: its head is where the jump back leads.
// CHECK-LABEL: func.func @launches
// CHECK-NEXT: cf.br ^[[HEAD:.*]]
// CHECK: ^[[HEAD]]:
// CHECK-NEXT: rt.check
// CHECK-NOT: at_start
// CHECK: cf.cond_br
func.func @launches(%more: i1) {
  cf.br ^head
^head:
  cf.cond_br %more, ^body, ^end
^body:
  %t = async.call @launched() : () -> !async.token
  cf.br ^head
^end:
  return
}

// An inner loop that only computes is left alone; the outer one, which waits, is not.
// CHECK-LABEL: func.func @nested
// CHECK-NEXT: rt.check at_start
// CHECK: ^[[OUTER:.*]]:
// CHECK-NEXT: rt.check
// CHECK-NEXT: cf.br ^[[INNER:.*]]
// CHECK: ^[[INNER]]:
// CHECK-NEXT: cf.cond_br
func.func @nested(%t: !async.token, %more: i1, %again: i1) {
  cf.br ^outer
^outer:
  cf.br ^inner
^inner:
  cf.cond_br %more, ^inner, ^wait
^wait:
  async.await %t : !async.token
  cf.cond_br %again, ^outer, ^end
^end:
  return
}

// A check that is there already is put where it belongs.
// CHECK-LABEL: func.func @again
// CHECK-NEXT: rt.check at_start
// CHECK-NEXT: async.await
// CHECK-NEXT: return
func.func @again(%t: !async.token) {
  async.await %t : !async.token
  rt.check
  return
}

// In a loop over the blocks of a parallel loop, too, although it only computes.
// CHECK-LABEL: func.func @blocks
// CHECK: ^[[HEAD:.*]](%{{.*}}: index):
// CHECK-NEXT: rt.check
func.func private @block(%from: index, %to: index) {
  return
}
func.func @blocks(%n: index) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %j = arith.addi %i, %c9 : index
  func.call @block(%i, %j) {asyncir.block} : (index, index) -> ()
  %more = arith.cmpi slt, %j, %n : index
  cf.cond_br %more, ^head(%j : index), ^end
^end:
  return
}
