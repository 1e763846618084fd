// NAME shared FIFO, in the entry
// run: 0 -> 7
module attributes {queue.fifos = [[0, 1]]} {
MAIN
  %t = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  queue.commit(1) { queue.async { PUT v9 A c1 } }
  queue.wait(1, 1)
  GET x A c0
  return %x : i64
} }
// -----
// NAME queues that share nothing
// run: 0 -> race
MAIN
  %t = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  queue.commit(1) { queue.async { PUT v9 A c1 } }
  queue.wait(1, 1)
  GET x A c0
  return %x : i64
}
// -----
// NAME a task has a shared FIFO of its own
// run: 0 -> race
module attributes {queue.fifos = [[0, 1]]} {
MAIN
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  %t = async.execute { queue.commit(1) { queue.async { PUT v9 A c1 } } async.yield }
  async.await %t : !async.token
  queue.wait(1, 1)
  GET x A c0
  return %x : i64
} }
// -----
// NAME a computed queue, which shares for 0 and 1
// run: 0 -> 7
// run: 1 -> 7
// run: 2 -> race
module attributes {queue.fifos = [[0, 1]]} {
MAIN
  %t = async.execute { async.yield }
  queue.commit(%n) { queue.async { PUT v7 A c0 } }
  queue.wait(0, 0)
  GET x A c0
  return %x : i64
} }
// -----
// NAME fifos on the entry
// run: 0 -> 7
func.func @main(%n: index, %A: memref<4xi64>, %B: memref<4xi64>) -> i64 attributes {queue.fifos = [[0, 1]]} {
  CONSTANTS
  %t = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  queue.commit(1) { queue.async { PUT v9 A c1 } }
  queue.wait(1, 1)
  GET x A c0
  return %x : i64
}
// -----
// NAME a function commits in its caller's FIFO
// run: 0 -> 7
func.func private @f(%m: index, %A: memref<4xi64>) {
  CONSTANTS
  queue.commit(0) { queue.async { PUT v7 A m } }
  return
}
MAIN
  %t = async.execute { async.yield }
  func.call @f(%c0, %A) : (index, memref<4xi64>) -> ()
  func.call @f(%c1, %A) : (index, memref<4xi64>) -> ()
  queue.wait(0, 1)
  GET x A c0
  return %x : i64
}
// -----
// NAME a function called by a task commits in the task's
// run: 0 -> race
func.func private @f(%m: index, %A: memref<4xi64>) {
  CONSTANTS
  queue.commit(0) { queue.async { PUT v7 A m } }
  return
}
MAIN
  %t = async.execute { func.call @f(%c0, %A) : (index, memref<4xi64>) -> ()
    async.yield }
  queue.wait(0, 0)
  GET x A c0
  async.await %t : !async.token
  return %x : i64
}
// -----
// NAME a wait in a function counts its caller's groups
// run: 0 -> 7
func.func private @w(%m: index) {
  queue.wait(0, %m)
  return
}
MAIN
  %t = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  queue.commit(0) { queue.async { PUT v9 A c1 } }
  func.call @w(%c1) : (index) -> ()
  GET x A c0
  return %x : i64
}
// -----
// NAME an async.func that starts hot has a FIFO of its own
// run: 0 -> race
async.func private @f(%A: memref<4xi64>) -> !async.token {
  CONSTANTS
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  return
}
MAIN
  %u = async.call @f(%A) : (memref<4xi64>) -> !async.token
  queue.wait(0, 0)
  GET x A c0
  async.await %u : !async.token
  return %x : i64
}
// -----
// NAME an async.func that starts hot is awaited
// run: 0 -> 7
async.func private @f(%A: memref<4xi64>) -> !async.token {
  CONSTANTS
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  return
}
MAIN
  %u = async.call @f(%A) : (memref<4xi64>) -> !async.token
  async.await %u : !async.token
  GET x A c0
  return %x : i64
}
// -----
// NAME operations of functions that a commit calls
// run: 0 -> 16
func.func private @two(%A: memref<4xi64>) {
  CONSTANTS
  queue.async { PUT v7 A c0 }
  queue.async { PUT v9 A c1 }
  return
}
MAIN
  %t = async.execute {
    queue.commit(3) { func.call @two(%A) : (memref<4xi64>) -> () }
    queue.wait(3, 0)
    async.yield
  }
  async.await %t : !async.token
  GET x A c0
  GET y A c1
  %z = arith.addi %x, %y : i64
  return %z : i64
}
// -----
// NAME the same functions called outside of a commit
// run: 0 -> race
func.func private @two(%A: memref<4xi64>) {
  CONSTANTS
  queue.async { PUT v7 A c0 }
  queue.async { PUT v9 A c1 }
  return
}
MAIN
  %t = async.execute { async.yield }
  func.call @two(%A) : (memref<4xi64>) -> ()
  queue.commit(0) { }
  queue.wait(0, 0)
  GET x A c0
  return %x : i64
}
// -----
// NAME a task in a commit: its operation is not of the group
// run: 0 -> race
MAIN
  %g = queue.commit(0) {
    %t = async.execute { queue.async { PUT v7 A c0 } async.yield }
  } -> !async.token
  queue.await %g : !async.token
  GET x A c0
  return %x : i64
}
// -----
// NAME an async.func called in a commit: its operation is not of the group
// run: 0 -> race
async.func private @f(%A: memref<4xi64>) -> !async.token {
  CONSTANTS
  queue.async { PUT v7 A c0 }
  return
}
MAIN
  %g = queue.commit(0) {
    %u = async.call @f(%A) : (memref<4xi64>) -> !async.token
  } -> !async.token
  queue.await %g : !async.token
  GET x A c0
  return %x : i64
}
// -----
// NAME a task in a commit commits on its own
// run: 0 -> 7
async.func private @f(%A: memref<4xi64>) -> !async.token {
  CONSTANTS
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  queue.wait(0, 0)
  return
}
MAIN
  queue.commit(0) {
    %u = async.call @f(%A) : (memref<4xi64>) -> !async.token
    async.await %u : !async.token
  }
  GET x A c0
  return %x : i64
}
// -----
// NAME a function hides a commit in a commit
// refused: V024
func.func private @f() {
  queue.commit(1) { }
  return
}
MAIN
  %t = async.execute { async.yield }
  queue.commit(0) { func.call @f() : () -> () }
  return %v7 : i64
}
// -----
// NAME a wait of a task does not see the entry's groups
// run: 0 -> race
MAIN
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  %t = async.execute { queue.wait(0, 0)
    GET y A c0
    async.yield }
  async.await %t : !async.token
  return %v7 : i64
}
// -----
// NAME empty groups count, if there are any
// run: 0 -> race
// run: 1 -> 7
MAIN
  %t = async.execute { async.yield }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  %is = arith.cmpi eq, %n, %c1 : index
  scf.if %is { queue.commit(0) { } }
  queue.wait(0, 1)
  GET x A c0
  return %x : i64
}
// -----
// NAME a negative queue
// run: 0 -> 7
MAIN
  %q = arith.constant -3 : index
  %t = async.execute {
    queue.commit(%q) { queue.async { PUT v7 A c0 } }
    queue.wait(%q, 0)
    GET y A c0
    async.yield
  }
  async.await %t : !async.token
  GET x A c0
  return %x : i64
}
// -----
// NAME commits in a parallel loop beside a task
// run: 3 -> 7
MAIN
  %t = async.execute { async.yield }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    queue.commit(0) { queue.async { PUT v7 A i } }
    scf.reduce
  }
  queue.wait(0, 0)
  GET x A c0
  return %x : i64
}
// -----
// NAME a shared FIFO, and an operation in a branch of a commit
// run: 0 -> race
// run: 1 -> race
module attributes {queue.fifos = [[0, 1]]} {
MAIN
  %t = async.execute { async.yield }
  %is = arith.cmpi eq, %n, %c1 : index
  queue.commit(0) {
    scf.if %is { queue.async { PUT v9 A c1 } }
  }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  queue.wait(0, 1)
  GET x A c0
  return %x : i64
} }
// -----
// NAME a shared FIFO, and operations in a loop of a commit
// run: 0 -> race
// run: 1 -> race
module attributes {queue.fifos = [[0, 1]]} {
MAIN
  %t = async.execute { async.yield }
  queue.commit(0) {
    scf.for %i = %c0 to %n step %c1 { queue.async { PUT v9 B i } }
  }
  queue.commit(0) { queue.async { PUT v7 A c0 } }
  queue.wait(0, 1)
  GET x A c0
  return %x : i64
} }
