// A queue that is full holds up who gives more: the work before the last has arrived.
  sync.work on "blocks" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "blocks" {
    %v = memref.load %B[] : memref<i64>
  }
  sync.work on "blocks" {
    %v = memref.load %B[] : memref<i64>
  }
  sync.work on "a" {
    %v = memref.load %A[] : memref<i64>
  }
  sync.signal "event"[0] from "blocks" to "s"
  sync.wait "event"[0] from "blocks" to "s"
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
// -----
// One more than the queue has room for is lost; nothing makes sure that there is room.
// result: misuse M009
  sync.work on "drops" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "drops" {
    memref.store %c2, %A[] : memref<i64>
  }
  sync.work on "drops" {
    memref.store %c0, %A[] : memref<i64>
  }
  sync.barrier
// -----
// One more than the queue has room for stops the machine.
// result: misuse M009
  sync.work on "faults" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "faults" {
    memref.store %c2, %A[] : memref<i64>
  }
  sync.work on "faults" {
    memref.store %c0, %A[] : memref<i64>
  }
  sync.barrier
// -----
// One work waits behind the one that the engine is at, and signals and waits take no place; there is room behind a barrier.
// allowed: 0
  sync.work on "faults" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "faults" {
    memref.store %c2, %A[] : memref<i64>
  }
  sync.barrier on "faults"
  sync.barrier
  sync.work on "faults" {
    memref.store %c0, %A[] : memref<i64>
  }
  sync.barrier
  func.call @show(%A) : (memref<i64>) -> ()
