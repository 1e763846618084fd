// A work may read before, and write after, what is not ordered with it: two copies can swap.
// result: race RAW WAR
// allowed: 11 | 22 | 21
  memref.store %c1, %A[] : memref<i64>
  memref.store %c2, %B[] : memref<i64>
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.work on "b" {
    memref.copy %B, %A : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  sync.signal "event"[0] from "b" to "s"
  sync.wait "event"[0] from "b" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Memory that a work lists is touched, all of it.
// result: race WAR
  sync.work on "a" reads(%A : memref<i64>) {
  }
  memref.store %c1, %A[] : memref<i64>
  sync.barrier
// -----
// A work that lists memory as written writes it.
  sync.work on "a" writes(%A : memref<i64>) {
  }
  sync.barrier on "a"
  sync.work on "a" reads(%A : memref<i64>) {
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
