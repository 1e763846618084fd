// NAME a count behind a loop
// run: 0 -> 1
// run: 1 -> race
// run: 2 -> 7
// run: 4 -> 7
MAIN
  %e = async.execute { async.yield }
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) { queue.async { PUT v7 A i } }
  }
  queue.wait(0, 1)
  GET x A c0
  queue.wait(0, 0)
  return %x : i64
}
// -----
// NAME a count that is computed, and may be negative
// run: 0 -> S018
// run: 1 -> 7
// run: 2 -> race
MAIN
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  %m = arith.subi %n, %c1 : index
  queue.wait(0, %m)
  GET x A c0
  return %x : i64
}
// -----
// NAME a count that wraps to zero
// run: -1 -> 7
// run: 0 -> race
MAIN
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  %m = arith.addi %n, %c1 : index
  queue.wait(0, %m)
  GET x A c0
  return %x : i64
}
// -----
// NAME the first groups that are finished, across a loop
// run: 4 -> race
// run: 0 -> 7
// run: 3 -> 7
MAIN
  %e = async.execute { async.yield }
  queue.wait_finished(0, 1)
  queue.commit(0) { queue.async { PUT v7 A c3 } }
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) { queue.async { PUT v9 A i } }
    queue.wait_finished(0, %i)
  }
  queue.wait_finished(0, 1)
  GET x A c3
  return %x : i64
}
// -----
// NAME the first groups that are finished, one too few
// run: 0 -> 1
// run: 1 -> race
// run: 2 -> race
MAIN
  %e = async.execute { async.yield }
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) { queue.async { PUT v7 A i } }
    queue.wait_finished(0, %i)
    GET y A i
  }
  queue.wait(0, 0)
  GET x A c0
  return %x : i64
}
// -----
// NAME a task for each turn, with a FIFO each
// run: 0 -> 1
// run: 3 -> 7
MAIN
  %s = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      queue.commit(0) { queue.async { PUT v7 A i } }
      queue.wait(0, 0)
      GET y A i
      async.yield
    }
    %r = async.add_to_group %t, %s : !async.token
  }
  async.await_all %s
  GET x A c0
  return %x : i64
}
// -----
// NAME a task for each turn, which does not wait
// run: 0 -> 1
// run: 3 -> 7
MAIN
  %s = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      queue.commit(0) { queue.async { PUT v7 A i } }
      queue.wait(0, 1)
      async.yield
    }
    %r = async.add_to_group %t, %s : !async.token
  }
  async.await_all %s
  GET x A c0
  return %x : i64
}
// -----
// NAME a task for each turn, and a neighbour's element
// run: 0 -> 1
// run: 1 -> 7
// run: 2 -> race
MAIN
  %s = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      queue.commit(0) { queue.async { PUT v7 A i } }
      queue.wait(0, 0)
      %j = arith.addi %i, %c1 : index
      %k = arith.minsi %j, %c3 : index
      GET y A k
      async.yield
    }
    %r = async.add_to_group %t, %s : !async.token
  }
  async.await_all %s
  GET x A c0
  return %x : i64
}
// -----
// NAME a ring of two slots in a task, right
// run: 0 -> 7
// run: 5 -> 7
MAIN
  %t = async.execute {
    scf.for %i = %c0 to %n step %c1 {
      %j = arith.remui %i, %c2 : index
      queue.wait(0, 1)
      queue.commit(0) { queue.async { PUT v7 A j } }
    }
    async.yield
  }
  async.await %t : !async.token
  return %v7 : i64
}
// -----
// NAME a ring of two slots in a task, a count too high
// run: 1 -> 7
// run: 2 -> 7
// run: 3 -> race
MAIN
  %t = async.execute {
    scf.for %i = %c0 to %n step %c1 {
      %j = arith.remui %i, %c2 : index
      queue.wait(0, 2)
      queue.commit(0) { queue.async { PUT v7 A j } }
    }
    async.yield
  }
  async.await %t : !async.token
  return %v7 : i64
}
// -----
// NAME a function that calls itself commits
// run: 0 -> 1
// run: 3 -> 7
func.func private @f(%n: index, %A: memref<4xi64>) {
  CONSTANTS
  %go = arith.cmpi sgt, %n, %c0 : index
  scf.if %go {
    %m = arith.subi %n, %c1 : index
    queue.commit(0) { queue.async { PUT v7 A m } }
    func.call @f(%m, %A) : (index, memref<4xi64>) -> ()
  }
  return
}
MAIN
  %e = async.execute { async.yield }
  func.call @f(%n, %A) : (index, memref<4xi64>) -> ()
  queue.wait(0, 0)
  GET x A c0
  return %x : i64
}
// -----
// NAME a function that calls itself commits, and its caller counts one too many
// run: 0 -> 1
// run: 3 -> race
func.func private @f(%n: index, %A: memref<4xi64>) {
  CONSTANTS
  %go = arith.cmpi sgt, %n, %c0 : index
  scf.if %go {
    %m = arith.subi %n, %c1 : index
    queue.commit(0) { queue.async { PUT v7 A m } }
    func.call @f(%m, %A) : (index, memref<4xi64>) -> ()
  }
  return
}
MAIN
  %e = async.execute { async.yield }
  func.call @f(%n, %A) : (index, memref<4xi64>) -> ()
  queue.wait(0, 1)
  GET x A c0
  return %x : i64
}
// -----
// NAME recursion by constants, each launches a task with a queue
// run: 0 -> 7
func.func private @f(%n: index, %A: memref<4xi64>) {
  CONSTANTS
  %go = arith.cmpi sgt, %n, %c0 : index
  scf.if %go {
    %m = arith.subi %n, %c1 : index
    %t = async.execute {
      queue.commit(0) { queue.async { PUT v7 A m } }
      async.yield
    }
    func.call @f(%m, %A) : (index, memref<4xi64>) -> ()
    async.await %t : !async.token
  }
  return
}
MAIN
  func.call @f(%c3, %A) : (index, memref<4xi64>) -> ()
  GET x A c0
  return %x : i64
}
// -----
// NAME a while loop commits
// run: 0 -> 1
// run: 1 -> race
// run: 2 -> 7
MAIN
  %e = async.execute { async.yield }
  %l = scf.while (%i = %c0) : (index) -> (index) {
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    queue.commit(0) { queue.async { PUT v7 A i } }
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  queue.wait(0, 1)
  GET x A c0
  queue.wait(0, 0)
  return %x : i64
}
// -----
// NAME a wait in a branch that may not be taken
// run: 0 -> race
// run: 1 -> 7
MAIN
  %e = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  %is = arith.cmpi eq, %n, %c1 : index
  scf.if %is { queue.wait(0, 0) }
  GET x A c0
  return %x : i64
}
// -----
// NAME blocks: a group on one path only
// run: 0 -> race
// run: 1 -> 7
MAIN
  %e = async.execute { async.yield }
  %is = arith.cmpi eq, %n, %c1 : index
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  cf.cond_br %is, ^more, ^wait
^more:
  queue.commit(0) { queue.async { PUT v9 A c1 } }
  cf.br ^wait
^wait:
  queue.wait(0, 1)
  GET x A c0
  queue.wait(0, 0)
  return %x : i64
}
// -----
// NAME atomics in flight, and one of a task
// run: 0 -> 15
MAIN
  queue.commit(0) { queue.async { %o = memref.atomic_rmw addi %v7, %A[%c0] : (i64, memref<4xi64>) -> i64 } }
  %t = async.execute { %o = memref.atomic_rmw addi %v7, %A[%c0] : (i64, memref<4xi64>) -> i64
    async.yield }
  queue.wait(0, 0)
  async.await %t : !async.token
  GET x A c0
  return %x : i64
}
// -----
// NAME an atomic in flight, and a plain access of a task
// run: 0 -> race
MAIN
  queue.commit(0) { queue.async { %o = memref.atomic_rmw addi %v7, %A[%c0] : (i64, memref<4xi64>) -> i64 } }
  %t = async.execute { PUT v9 A c0
    async.yield }
  queue.wait(0, 0)
  async.await %t : !async.token
  GET x A c0
  return %x : i64
}
// -----
// NAME a copy in flight of an array with no elements
// run: 1 -> race
// run: 0 -> 7
func.func @main(%n: index, %A: memref<4xi64>, %B: memref<4xi64>) -> i64 {
  CONSTANTS
  %a = memref.subview %A[0] [%n] [1] : memref<4xi64> to memref<?xi64, strided<[1]>>
  %b = memref.subview %B[0] [%n] [1] : memref<4xi64> to memref<?xi64, strided<[1]>>
  %t = async.execute {
    queue.commit(0) { queue.async {
      memref.copy %a, %b : memref<?xi64, strided<[1]>> to memref<?xi64, strided<[1]>>
    } }
    async.yield
  }
  scf.for %i = %c0 to %n step %c1 { PUT v9 B i
  }
  async.await %t : !async.token
  return %v7 : i64
}
