// A signal acts when all works before it have arrived.
// allowed: 12
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "x" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.signal "event"[0] from "x" to "s"
  sync.wait "event"[0] from "x" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A signal says nothing of works behind it.
// result: race RAW
  sync.signal "event"[0] from "x" to "s"
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.wait "event"[0] from "x" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
// -----
// A signal does not hold up what comes behind it: nothing orders the work behind it with the one before.
// result: race RAW
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "x" to "s"
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.wait "event"[0] from "x" to "s"
  sync.barrier
