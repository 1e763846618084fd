// A wait holds up its engine: works behind it begin when it is over.
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "x"
  sync.wait "event"[0] from "a" to "x"
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "x" to "s"
  sync.wait "event"[0] from "x" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Works before the wait are not held up.
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "a" to "x"
  sync.wait "event"[0] from "a" to "x"
  sync.barrier
// -----
// A wait of an engine does not hold up the process.
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "b"
  sync.wait "event"[0] from "a" to "b"
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
