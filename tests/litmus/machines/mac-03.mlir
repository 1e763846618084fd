// Two works of two engines that read are no race.
// allowed: 0
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.work on "x" {
    %v = memref.load %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  sync.signal "event"[0] from "x" to "s"
  sync.wait "event"[0] from "x" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Two works that write race, also where both write the same.
// result: race WAW
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "b" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.barrier
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// Freeing memory counts as writing all of it.
// result: race WAR
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  memref.dealloc %A : memref<i64>
  sync.barrier
// -----
// Memory is freed behind a wait.
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  memref.dealloc %A : memref<i64>
