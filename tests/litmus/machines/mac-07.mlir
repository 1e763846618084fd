// Behind a barrier of an engine works before it have arrived.
// allowed: 1
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.barrier on "x"
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "x" to "s"
  sync.wait "event"[0] from "x" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A barrier of one engine says nothing of another.
// result: race RAW
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.barrier on "x"
  sync.work on "o" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "x" to "s"
  sync.wait "event"[0] from "x" to "s"
  sync.signal "event"[0] from "o" to "s"
  sync.wait "event"[0] from "o" to "s"
// -----
// A barrier of all waits for every work.
// allowed: 12
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "o" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.barrier
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A barrier on the issuer is nothing.
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.barrier on "s"
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
