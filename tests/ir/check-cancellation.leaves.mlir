// RUN: asyncir opt %s -p check-cancellation | filecheck %s

module attributes {asyncir.polls = "leaves"} {
// A function that waits for nothing looks, but does not fail: an innermost loop that counts does so once in 65,536 turns.
// CHECK-LABEL: func.func @counts
// CHECK: cf.br ^[[CHUNK:.*]](%{{.*}} : index, i64)
// CHECK: ^[[CHUNK]](%[[I:.*]]: index, %{{.*}}: i64):
// CHECK: %[[AFTER:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK: %[[FITS:.*]] = arith.cmpi sgt, %[[AFTER]], %[[I]] : index
// CHECK: %[[END:.*]] = arith.select %[[FITS]], %[[AFTER]], %n : index
// CHECK: %[[LIMIT:.*]] = arith.minsi %[[END]], %n : index
// CHECK: cf.br ^[[HEAD:.*]](
// CHECK: ^[[HEAD]](%[[J:.*]]: index, %{{.*}}: i64):
// CHECK: arith.cmpi slt, %[[J]], %[[LIMIT]] : index
// CHECK: cf.cond_br %{{.*}}, ^[[BODY:.*]], ^[[MORE:.*]]
// CHECK: ^[[MORE]]:
// CHECK: arith.cmpi slt, %[[J]], %n : index
// CHECK: cf.cond_br %{{.*}}, ^[[PAUSE:.*]], ^[[BEHIND:.*]]
// CHECK: ^[[PAUSE]]:
// CHECK-NEXT: rt.poll
// CHECK-NEXT: cf.br ^[[CHUNK]](
// CHECK: ^[[BODY]]:
// CHECK: cf.br ^[[HEAD]](
func.func @counts(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  cf.br ^head(%c0, %zero : index, i64)
^head(%i: index, %s: i64):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^behind
^body:
  %t = arith.addi %s, %one : i64
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %t : index, i64)
^behind:
  return %s : i64
}

// A short one is left alone.
// CHECK-LABEL: func.func @brief
// CHECK-NOT: rt.poll
func.func @brief() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^behind
^body:
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^behind:
  return
}

// What is in its head would be done once more for each chunk: it looks in each turn.
// CHECK-LABEL: func.func @busy
// CHECK: ^{{.*}}(%{{.*}}: index):
// CHECK-NEXT: rt.poll
// CHECK-NEXT: memref.store
func.func @busy(%m: memref<index>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  memref.store %i, %m[] : memref<index>
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^behind
^body:
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^behind:
  return
}

// A function that calls itself looks in front of the first call, not where it ends.
// CHECK-LABEL: func.func @calls_itself
// CHECK-NEXT: cf.cond_br
// CHECK: rt.poll
// CHECK-NEXT: call @calls_itself
// CHECK-NEXT: call @calls_itself
func.func @calls_itself(%stop: i1) {
  cf.cond_br %stop, ^end, ^again
^again:
  func.call @calls_itself(%stop) : (i1) -> ()
  func.call @calls_itself(%stop) : (i1) -> ()
  cf.br ^end
^end:
  return
}

// A loop that calls one with a loop looks more often.
// CHECK-LABEL: func.func @calls
// CHECK: %[[TURNS:.*]] = arith.constant 64 : i32
// CHECK: arith.addi %{{.*}}, %[[TURNS]] : i32
// CHECK: rt.poll
func.func @calls(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^behind
^body:
  func.call @brief() : () -> ()
  %j = arith.addi %i, %c1 : i32
  cf.br ^head(%j : i32)
^behind:
  return
}

// One that calls it looks in each turn.
// CHECK-LABEL: func.func @calls_deeply
// CHECK: ^{{.*}}(%{{.*}}: i32):
// CHECK-NEXT: rt.poll
func.func @calls_deeply(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^behind
^body:
  func.call @calls(%n) : (i32) -> ()
  %j = arith.addi %i, %c1 : i32
  cf.br ^head(%j : i32)
^behind:
  return
}

// A counter that may stay says nothing: the loop looks in each turn.
// CHECK-LABEL: func.func @stays
// CHECK: ^{{.*}}(%{{.*}}: index):
// CHECK-NEXT: rt.poll
func.func @stays(%n: index) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %c10 : index
  cf.cond_br %more, ^body, ^behind
^body:
  %j = arith.muli %i, %n : index
  cf.br ^head(%j : index)
^behind:
  return
}
}
