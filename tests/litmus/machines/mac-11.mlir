// What is known where a signal acts is known behind the wait that it ends.
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "b"
  sync.wait "event"[0] from "a" to "b"
  sync.signal "event"[0] from "b" to "s"
  sync.wait "event"[0] from "b" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// What arrived at another engine is not known.
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "b" to "s"
  sync.wait "event"[0] from "b" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
