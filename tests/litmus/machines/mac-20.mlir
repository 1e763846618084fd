// Two processes race if nothing orders them.
// result: race WAW
  sync.process on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.process on "b" {
    memref.store %c2, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  sync.signal "event"[0] from "b" to "s"
  sync.wait "event"[0] from "b" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// Two processes take a lock, in any order.
// allowed: 1 | 2
  sync.process on "a" {
    sync.wait "lock"[0], 1
    memref.store %c1, %A[] : memref<i64>
    sync.signal "lock"[0]
  }
  sync.process on "b" {
    sync.wait "lock"[0], 1
    memref.store %c2, %A[] : memref<i64>
    sync.signal "lock"[0]
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  sync.signal "event"[0] from "b" to "s"
  sync.wait "event"[0] from "b" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// Which of two processes gives its work first is open: the order of an engine does not help.
// result: race WAW
// allowed: 1 | 2
  sync.process on "a" {
    sync.work on "b" {
      memref.store %c1, %A[] : memref<i64>
    }
  }
  sync.work on "b" {
    memref.store %c2, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  sync.barrier
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// The works of two processes are in order where one process knows of the other's.
// allowed: 1
  sync.process on "a" {
    sync.work on "b" {
      memref.store %c1, %A[] : memref<i64>
    }
    sync.signal "event"[0] from "a" to "s"
  }
  sync.wait "event"[0] from "a" to "s"
  sync.work on "b" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "b" to "s"
  sync.wait "event"[0] from "b" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
