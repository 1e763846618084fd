// NAME the first groups of whoever calls
// run: 0 -> race
func.func private @w() {
  queue.wait_finished(0, 1)
  return
}
MAIN
  queue.commit(0) { queue.async { PUT v9 A c1 } }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  %t = async.execute {
    queue.commit(0) { queue.async { PUT v9 B c1 } }
    func.call @w() : () -> ()
    GET y B c1
    async.yield
  }
  func.call @w() : () -> ()
  GET x A c0
  async.await %t : !async.token
  return %x : i64
}
// -----
// NAME the first groups of whoever calls, enough
// run: 0 -> 7
func.func private @w() {
  queue.wait_finished(0, 1)
  return
}
MAIN
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  queue.commit(0) { queue.async { PUT v9 A c1 } }
  %t = async.execute {
    queue.commit(0) { queue.async { PUT v9 B c1 } }
    func.call @w() : () -> ()
    GET y B c1
    async.yield
  }
  func.call @w() : () -> ()
  GET x A c0
  async.await %t : !async.token
  return %x : i64
}
// -----
// NAME an operation launches a task
// refused: V024
MAIN
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async {
    %t = async.execute { PUT v7 A c0
      async.yield }
  } }
  queue.wait(0, 0)
  GET x A c0
  return %x : i64
}
// -----
// NAME an operation calls an async.func that starts hot
// refused: V024
async.func private @f(%A: memref<4xi64>) -> !async.token {
  CONSTANTS
  PUT v7 A c0
  return
}
MAIN
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async { %u = async.call @f(%A) : (memref<4xi64>) -> !async.token
  } }
  queue.wait(0, 0)
  GET x A c0
  return %x : i64
}
// -----
// NAME an operation waits for the host
// run: 0 -> 7
MAIN
  %ns = arith.constant 1000 : i64
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async {
    %s = io.sleep %ns : i64
    async.await %s : !async.token
    PUT v7 A c0
  } }
  queue.wait(0, 0)
  GET x A c0
  return %x : i64
}
// -----
// NAME an operation waits for the host, and its sources are waited for
// run: 0 -> 1
MAIN
  %ns = arith.constant 1000 : i64
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async {
    %s = io.sleep %ns : i64
    async.await %s : !async.token
    GET y A c0
    PUT y B c0
  } }
  queue.wait_read(0, 0)
  PUT v9 A c0
  queue.wait(0, 0)
  GET x B c0
  return %x : i64
}
// -----
// NAME the value of a task, whose operation is in flight at its end
// run: 0 -> 8
MAIN
  %t, %v = async.execute -> !async.value<i64> {
    queue.commit(0) { queue.async { PUT v7 A c0 } }
    GET y A c1
    %one = arith.constant 1 : i64
    async.yield %one : i64
  }
  %y = async.await %v : !async.value<i64>
  GET x A c0
  %z = arith.addi %x, %y : i64
  return %z : i64
}
// -----
// NAME an operand waits as a dependency does
// run: 0 -> race
MAIN
  %t, %v = async.execute -> !async.value<i64> {
    async.yield %v7 : i64
  }
  queue.commit(0) { queue.async { PUT v9 A c0 } }
  %u = async.execute (%v as %y: !async.value<i64>) { PUT y A c0
    async.yield }
  async.await %u : !async.token
  queue.wait(0, 0)
  GET x A c0
  return %x : i64
}
// -----
// NAME a wait that does not fail, for a group that did
// run: 0 -> error R102
// run: 1 -> 7
MAIN
  %is = arith.cmpi eq, %n, %c1 : index
  queue.commit(0) { queue.async { cf.assert %is, "no" } }
  %g = queue.commit(0) { queue.async { PUT v7 A c0 } } -> !async.token
  %t = async.execute {
    async.runtime.await %g : !async.token
    GET y A c0
    PUT y A c1
    async.yield
  }
  async.await %t : !async.token
  GET x A c1
  async.await %g : !async.token
  return %x : i64
}
// -----
// NAME whether a group has failed is no order
// run: 0 -> race
MAIN
  %t = async.execute { async.yield }
  %g = queue.commit(0) { queue.async { PUT v7 A c0 } } -> !async.token
  %e = async.runtime.is_error %g : !async.token
  GET x A c0
  queue.await %g : !async.token
  return %x : i64
}
// -----
// NAME a bare token that a task completes behind its queue
// run: 0 -> 7
MAIN
  %s = async.runtime.create : !async.token
  %t = async.execute {
    queue.commit(0) { queue.async { PUT v7 A c0 } }
    queue.wait(0, 0)
    async.runtime.set_available %s : !async.token
    queue.commit(0) { queue.async { PUT v9 A c1 } }
    async.yield
  }
  async.await %s : !async.token
  GET x A c0
  async.await %t : !async.token
  return %x : i64
}
// -----
// NAME a bare token that a task completes before its queue is through
// run: 0 -> race
MAIN
  %s = async.runtime.create : !async.token
  %t = async.execute {
    queue.commit(0) { queue.async { PUT v7 A c0 } }
    async.runtime.set_available %s : !async.token
    queue.wait(0, 0)
    async.yield
  }
  async.await %s : !async.token
  GET x A c0
  async.await %t : !async.token
  return %x : i64
}
// -----
// NAME a commit in the condition of a while loop
// run: 0 -> 9
// run: 2 -> 9
MAIN
  %e = async.execute { async.yield }
  %l = scf.while (%i = %c0) : (index) -> (index) {
    queue.commit(0) { queue.async { PUT v9 A i } }
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  queue.wait(0, 0)
  GET x A c0
  return %x : i64
}
// -----
// NAME a commit in the condition of a while loop, and one too many in flight
// run: 0 -> race
// run: 2 -> 9
MAIN
  %e = async.execute { async.yield }
  %l = scf.while (%i = %c0) : (index) -> (index) {
    queue.commit(0) { queue.async { PUT v9 A i } }
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  queue.wait(0, 1)
  GET x A c0
  queue.wait(0, 0)
  return %x : i64
}
// -----
// NAME a loop of blocks commits
// run: 0 -> race
// run: 1 -> 9
MAIN
  %e = async.execute { async.yield }
  cf.br ^head(%c0 : index)
^head(%i: index):
  queue.commit(0) { queue.async { PUT v9 A i } }
  %j = arith.addi %i, %c1 : index
  %go = arith.cmpi sle, %j, %n : index
  cf.cond_br %go, ^head(%j : index), ^out
^out:
  queue.wait(0, 1)
  GET x A c0
  queue.wait(0, 0)
  return %x : i64
}
// -----
// NAME a count that a signed remainder makes negative
// run: -1 -> S018
// run: 1 -> race
// run: 2 -> 7
MAIN
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  %m = arith.remsi %n, %c2 : index
  queue.wait(0, %m)
  GET x A c0
  return %x : i64
}
// -----
// NAME a queue whose number does not fit in 32 bits
// run: 0 -> race
// run: 1 -> 7
MAIN
  %e = async.execute { async.yield }
  %big = arith.constant 4294967296 : index
  %q = arith.muli %big, %n : index
  queue.commit(%q) { queue.async { PUT v7 A c0 } }
  queue.wait(4294967296, 0)
  GET x A c0
  queue.wait(%q, 0)
  return %x : i64
}
// -----
// NAME a count that does not fit in 32 bits
// run: 0 -> 7
// run: 1 -> race
MAIN
  %e = async.execute { async.yield }
  %big = arith.constant 4294967296 : index
  %m = arith.muli %big, %n : index
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  queue.wait(0, %m)
  GET x A c0
  return %x : i64
}
// -----
// NAME the index is what an operation has stored
// run: 0 -> race
MAIN
  %zero = arith.constant 0 : i64
  %I = memref.alloca() : memref<4xi64>
  PUT zero I c0
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v9 A c1 } }
  queue.commit(0) { queue.async { %one = arith.constant 1 : i64
    PUT one I c0 } }
  queue.wait(0, 1)
  GET i I c0
  GET x A c1
  return %x : i64
}
// -----
// NAME a branch on what a task has stored, with a commit on one side
// run: 0 -> 7
// run: 1 -> race
MAIN
  %I = memref.alloca() : memref<4xi64>
  %k = arith.index_cast %n : index to i64
  %t = async.execute { PUT k I c0
    async.yield }
  async.await %t : !async.token
  GET i I c0
  %zero = arith.constant 0 : i64
  %is = arith.cmpi eq, %i, %zero : i64
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  scf.if %is { queue.commit(0) { } }
  queue.wait(0, 1)
  GET x A c0
  return %x : i64
}
// -----
// NAME a switch of three ways, each with other groups
// run: 0 -> race
// run: 1 -> 7
// run: 2 -> 7
MAIN
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  scf.index_switch %n
  case 0 {
    scf.yield
  }
  case 1 {
    queue.commit(0) { }
    scf.yield
  }
  default {
    queue.commit(0) { }
    queue.commit(0) { queue.async { PUT v9 A c1 } }
    scf.yield
  }
  queue.wait(0, 1)
  GET x A c0
  return %x : i64
}
// -----
// NAME a public function is called with the token of a group
// run: 0 -> 7
func.func @w(%t: !async.token, %A: memref<4xi64>) -> i64 {
  CONSTANTS
  queue.await %t : !async.token
  GET x A c0
  return %x : i64
}
MAIN
  %e = async.execute { async.yield }
  %g = queue.commit(0) { queue.async { PUT v7 A c0 } } -> !async.token
  %x = func.call @w(%g, %A) : (!async.token, memref<4xi64>) -> i64
  return %x : i64
}
// -----
// NAME a view that moves with its loop, in flight
// run: 0 -> 7
// run: 2 -> 7
// run: 3 -> 7
MAIN
  %e = async.execute { async.yield }
  %m = arith.minsi %n, %c3 : index
  scf.for %i = %c0 to %m step %c1 {
    %V = memref.subview %A[%i] [2] [1] : memref<4xi64> to memref<2xi64, strided<[1], offset: ?>>
    queue.commit(0) { queue.async { memref.store %v7, %V[%c0] : memref<2xi64, strided<[1], offset: ?>> } }
    queue.wait(0, 0)
    memref.store %v9, %V[%c1] : memref<2xi64, strided<[1], offset: ?>>
  }
  return %v7 : i64
}
// -----
// NAME a view that moves with its loop, one turn too long in flight
// run: 1 -> race
MAIN
  %e = async.execute { async.yield }
  %m = arith.minsi %n, %c3 : index
  scf.for %i = %c0 to %m step %c1 {
    %V = memref.subview %A[%i] [2] [1] : memref<4xi64> to memref<2xi64, strided<[1], offset: ?>>
    queue.commit(0) { queue.async { memref.store %v7, %V[%c1] : memref<2xi64, strided<[1], offset: ?>> } }
    queue.wait(0, 1)
    memref.store %v9, %V[%c1] : memref<2xi64, strided<[1], offset: ?>>
  }
  queue.wait(0, 0)
  return %v7 : i64
}
// -----
// NAME an async.func hands its token to one that calls it again
// run: 0 -> 7
// run: 2 -> 7
async.func private @f(%m: index, %t: !async.token, %A: memref<4xi64>) -> !async.token {
  CONSTANTS
  queue.await %t : !async.token
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  return
}
MAIN
  %r = async.ready : !async.token
  %g = async.call @f(%c0, %r, %A) : (index, !async.token, memref<4xi64>) -> !async.token
  %h = async.call @f(%c1, %g, %A) : (index, !async.token, memref<4xi64>) -> !async.token
  %k = async.call @f(%c2, %h, %A) : (index, !async.token, memref<4xi64>) -> !async.token
  async.await %k : !async.token
  GET x A c0
  return %x : i64
}
// -----
// NAME operations in both halves of an async.func
// run: 0 -> race
async.func private @f(%t: !async.token, %A: memref<4xi64>) -> !async.token {
  CONSTANTS
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  async.await %t : !async.token
  queue.wait(0, 0)
  queue.commit(0) { queue.async { PUT v9 A c1 } }
  return
}
MAIN
  %t = async.execute { async.yield }
  %g = async.call @f(%t, %A) : (!async.token, memref<4xi64>) -> !async.token
  async.await %t : !async.token
  GET x A c0
  async.await %g : !async.token
  return %x : i64
}
// -----
// NAME a parallel loop reads behind a wait
// run: 2 -> 7
MAIN
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  queue.wait(0, 0)
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    GET y A c0
    scf.reduce
  }
  GET x A c0
  return %x : i64
}
// -----
// NAME a parallel loop issues operations that no group has
// run: 0 -> 11
// run: 2 -> race
MAIN
  %e = async.execute { async.yield }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    queue.async { PUT v7 A c0 }
    scf.reduce
  }
  GET x A c3
  GET c B c0
  return %c : i64
}
