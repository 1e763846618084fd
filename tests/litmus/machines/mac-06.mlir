// A queue that is full holds up who gives more: the entry before has begun.
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
  sync.barrier
// -----
// There is room behind a wait for what was given before.
// allowed: 2
  sync.work on "faults" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.barrier
  sync.work on "faults" {
    memref.store %c2, %A[] : memref<i64>
  }
  sync.barrier
  func.call @show(%A) : (memref<i64>) -> ()
