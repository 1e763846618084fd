// RUN: asyncir opt %s -p count-references | filecheck %s

// A token is dropped behind its last use; awaiting may fail, so a slot holds it meanwhile.
// CHECK-LABEL: func.func @once
// CHECK-SAME: attributes {asyncir.slots = 1 : i64}
// CHECK: %t = async.call @task() : () -> !async.token
// CHECK-NEXT: rt.own %t, 0 : !async.token
// CHECK-NEXT: async.await %t : !async.token
// CHECK-NEXT: rt.disown %t, 0 : !async.token
// CHECK-NEXT: async.runtime.drop_ref %t {count = 1 : i64} : !async.token
async.func private @task() -> !async.token {
  return
}
func.func @once() {
  %t = async.call @task() : () -> !async.token
  async.await %t : !async.token
  return
}

// Nobody uses it: dropped at once. No slot, since nothing fails meanwhile.
// CHECK-LABEL: func.func @unused()
// CHECK-NEXT: %t = async.call @task() : () -> !async.token
// CHECK-NEXT: async.runtime.drop_ref %t {count = 1 : i64} : !async.token
// CHECK-NEXT: return
func.func @unused() {
  %t = async.call @task() : () -> !async.token
  return
}

// Handed to two takers: one reference more. Arguments are borrowed: each taker needs its own.
// CHECK-LABEL: func.func @twice
// CHECK-NEXT: async.runtime.add_ref %d {count = 2 : i64} : !async.token
// CHECK-NEXT: async.call @after(%d, %d)
async.func private @after(%a: !async.token, %b: !async.token) -> !async.token {
  return
}
func.func @twice(%d: !async.token) -> !async.token {
  %t = async.call @after(%d, %d) : (!async.token, !async.token) -> !async.token
  return %t : !async.token
}

// An async.func owns its arguments.
// CHECK-LABEL: async.func @owns(%a: !async.token)
// CHECK-NEXT: async.runtime.drop_ref %a {count = 1 : i64} : !async.token
// CHECK-NEXT: return
async.func @owns(%a: !async.token) -> !async.token {
  return
}

// A token carried by a loop moves along its edge: no counting on the way round.
// CHECK-LABEL: func.func @carried
// CHECK: ^bb1(%i: index, %d: !async.token):
// CHECK-NEXT: %[[MORE:.*]] = arith.cmpi
// CHECK-NEXT: cf.cond_br
// CHECK: ^bb2:
// CHECK-NEXT: %u = async.call @after_one(%d) : (!async.token) -> !async.token
// CHECK-NEXT: %j = arith.addi
// CHECK-NEXT: cf.br ^bb1(%j, %u : index, !async.token)
// CHECK: ^bb3:
// CHECK-NEXT: return %d : !async.token
async.func private @after_one(%a: !async.token) -> !async.token {
  return
}
func.func @carried(%n: index) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = async.call @task() : () -> !async.token
  cf.br ^bb1(%c0, %t : index, !async.token)
^bb1(%i: index, %d: !async.token):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^bb2, ^bb3
^bb2:
  %u = async.call @after_one(%d) : (!async.token) -> !async.token
  %j = arith.addi %i, %c1 : index
  cf.br ^bb1(%j, %u : index, !async.token)
^bb3:
  return %d : !async.token
}

// It lives on along one of two edges: dropped on the other.
// CHECK-LABEL: func.func @one_way
// CHECK: cf.cond_br %c, ^bb{{[0-9]+}}, ^bb{{[0-9]+}}
// CHECK: async.runtime.drop_ref %t {count = 1 : i64} : !async.token
// CHECK-NEXT: cf.br
func.func @one_way(%c: i1) {
  %t = async.call @task() : () -> !async.token
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  async.await %t : !async.token
  cf.br ^bb2
^bb2:
  return
}

// The chosen one gets a reference of its own.
// CHECK-LABEL: func.func @select
// CHECK: %s = arith.select %c, %a, %b : !async.token
// CHECK-NEXT: async.runtime.add_ref %s {count = 1 : i64} : !async.token
// CHECK-NEXT: return %s : !async.token
func.func @select(%c: i1, %a: !async.token, %b: !async.token) -> !async.token {
  %s = arith.select %c, %a, %b : !async.token
  return %s : !async.token
}

// -----

// A coroutine written out by hand outlives the call, so it counts what it is given and what it shares with the return.
// CHECK-LABEL: func.func private @by_hand
// CHECK-NEXT: async.runtime.add_ref %v {count = 1 : i64} : !async.token
// CHECK-NEXT: %t = async.runtime.create
// CHECK-NEXT: async.runtime.add_ref %t {count = 1 : i64} : !async.token
// CHECK: %h = async.coro.begin %id
// CHECK-NEXT: %s = async.coro.save %h
// CHECK: ^resume:
// CHECK-NEXT: %e = async.runtime.is_error %v
// CHECK-NEXT: async.runtime.drop_ref %v {count = 1 : i64} : !async.token
// CHECK-NEXT: async.runtime.set_available %t
// CHECK-NEXT: async.runtime.drop_ref %t {count = 1 : i64} : !async.token
// CHECK-NEXT: async.coro.free %id, %h
// CHECK: async.coro.end %h
// CHECK-NEXT: return %t
func.func private @by_hand(%v: !async.token) -> !async.token {
  %t = async.runtime.create : !async.token
  %id = async.coro.id
  %h = async.coro.begin %id
  async.runtime.add_ref %t {count = 7 : i64} : !async.token
  %s = async.coro.save %h
  async.runtime.await_and_resume %v, %h : !async.token
  async.coro.suspend %s, ^suspend, ^resume, ^cleanup
^resume:
  %e = async.runtime.is_error %v : !async.token
  async.runtime.set_available %t : !async.token
  async.coro.free %id, %h
  cf.br ^suspend
^cleanup:
  async.coro.free %id, %h
  cf.br ^suspend
^suspend:
  async.coro.end %h
  return %t : !async.token
}

// -----

// What a program counts by itself is taken out.
// CHECK-LABEL: func.func @counted
// CHECK-NEXT: async.await %v
// CHECK-NEXT: return
func.func @counted(%v: !async.token) {
  async.runtime.add_ref %v {count = 7 : i64} : !async.token
  async.await %v : !async.token
  async.runtime.drop_ref %v {count = 7 : i64} : !async.token
  return
}
