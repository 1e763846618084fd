// An engine in order begins a work when those before have arrived.
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Works of an engine that overlaps are not ordered.
// result: race RAW
// allowed: 0 | 1
  sync.work on "o" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "o" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "o" to "s"
  sync.wait "event"[0] from "o" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Works of an engine out of order are not ordered.
// result: race WAW
// allowed: 1 | 2
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "x" {
    memref.store %c2, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "x" to "s"
  sync.wait "event"[0] from "x" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// Two engines of one name share a queue, and work at once.
// result: race RAW
// allowed: 0 | 1
  sync.work on "two" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "two" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "two" to "s"
  sync.wait "event"[0] from "two" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
