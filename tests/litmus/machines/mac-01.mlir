// The process goes on while a work is in flight: nothing orders the two.
// result: race RAW
// allowed: 0 | 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
// -----
// Values are taken when the work is given, memory is read later.
// allowed: 02
  %v = memref.load %A[] : memref<i64>
  memref.store %c2, %A[] : memref<i64>
  sync.work on "a" {
    memref.store %v, %B[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// What the process did itself has happened before what it gives later.
// allowed: 1
  memref.store %c1, %A[] : memref<i64>
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A work that is given to the issuer is done at once.
// allowed: 1
  sync.work on "s" {
    memref.store %c1, %A[] : memref<i64>
  }
  func.call @show(%A) : (memref<i64>) -> ()
