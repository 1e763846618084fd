// An engine executes a process op after op.
// allowed: 12
  sync.process on "a" {
    memref.store %c1, %A[] : memref<i64>
    memref.store %c2, %B[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// What a process gave may still be in flight when it is over.
// result: race WAR
  sync.process on "a" {
    sync.work on "b" {
      memref.store %c1, %A[] : memref<i64>
    }
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
// -----
// A process waits for what it gave.
// allowed: 1
  sync.process on "a" {
    sync.work on "b" {
      memref.store %c1, %A[] : memref<i64>
    }
    sync.signal "event"[0] from "b" to "a"
    sync.wait "event"[0] from "b" to "a"
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// Nothing else of the engine begins while it executes a process.
// allowed: 1
  sync.process on "a" {
    sync.wait "event"[0] from "b" to "a"
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "b" to "a"
  sync.signal "event"[1] from "a" to "s"
  sync.wait "event"[1] from "a" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Processes can give processes.
// allowed: 1
  sync.process on "a" {
    sync.process on "b" {
      memref.store %c1, %A[] : memref<i64>
      sync.signal "event"[0] from "b" to "s"
    }
  }
  sync.wait "event"[0] from "b" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
