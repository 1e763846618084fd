// RUN: asyncir opt %s -p inline | filecheck %s

// A body of one block takes the place of the call, and what it calls has been inlined into it.
// CHECK-LABEL: func.func @single
// CHECK-NEXT: %y = arith.addi %a, %a
// CHECK-NEXT: %z = arith.muli %y, %a
// CHECK-NEXT: return %z
func.func private @double(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
func.func @times(%x: i32) -> i32 {
  %y = call @double(%x) : (i32) -> i32
  %z = arith.muli %y, %x : i32
  return %z : i32
}
func.func @single(%a: i32) -> i32 {
  %r = call @times(%a) : (i32) -> i32
  return %r : i32
}

// A body of several blocks splits the block of the call; its returns branch to what follows.
// CHECK-LABEL: func.func @several
// CHECK: cf.br ^[[ENTRY:.*]]
// CHECK-NEXT: ^[[ENTRY]]:
// CHECK: cf.cond_br %{{.*}}, ^[[NEG:.*]], ^[[POS:.*]]
// CHECK: cf.br ^[[DONE:.*]](%{{.*}} : i32)
// CHECK: cf.br ^[[DONE]](%a : i32)
// CHECK: ^[[DONE]](%r: i32):
// CHECK-NEXT: return %r
func.func @abs(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %n = arith.cmpi slt, %x, %c0 : i32
  cf.cond_br %n, ^neg, ^pos
^neg:
  %y = arith.subi %c0, %x : i32
  return %y : i32
^pos:
  return %x : i32
}
func.func @several(%a: i32) -> i32 {
  %r = call @abs(%a) : (i32) -> i32
  return %r : i32
}

// Where there can be only one block, the blocks of the body stay together.
// CHECK-LABEL: func.func @in_a_loop
// CHECK: scf.for
// CHECK-NEXT: %r = scf.execute_region -> i32 {
// CHECK: cf.cond_br
// CHECK: scf.yield %x
func.func @in_a_loop(%n: index, %x: i32, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %r = func.call @abs(%x) : (i32) -> i32
    memref.store %r, %m[%i] : memref<?xi32>
  }
  return
}

// The body of a task may have several blocks.
// CHECK-LABEL: func.func @in_a_task
// CHECK: async.execute
// CHECK-NEXT: cf.br
// CHECK: cf.cond_br
// CHECK: async.yield %r
func.func @in_a_task(%x: i32) -> !async.value<i32> {
  %t, %v = async.execute -> !async.value<i32> {
    %r = func.call @abs(%x) : (i32) -> i32
    async.yield %r : i32
  }
  return %v : !async.value<i32>
}

// Recursive functions, declarations, functions that allocate on their stack and async functions are called.
// CHECK-LABEL: func.func @stays
// CHECK: call @forever
// CHECK: call @declared
// CHECK: call @on_stack
// CHECK: async.call @later
func.func @forever() {
  call @ever() : () -> ()
  return
}
func.func @ever() {
  call @forever() : () -> ()
  return
}
func.func private @declared()
func.func @on_stack(%i: index, %x: f32) {
  %a = memref.alloca() : memref<8xf32>
  memref.store %x, %a[%i] : memref<8xf32>
  return
}
async.func @later() -> !async.token {
  return
}
func.func @stays(%i: index, %x: f32) -> !async.token {
  call @forever() : () -> ()
  call @declared() : () -> ()
  call @on_stack(%i, %x) : (index, f32) -> ()
  %t = async.call @later() : () -> !async.token
  return %t : !async.token
}
