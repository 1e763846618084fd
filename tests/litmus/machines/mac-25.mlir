// A fence of one process counts for another one that it has given a signal since.
// machine: proxies
// allowed: 1
  sync.process on "a" {
    memref.store %c1, %A[] : memref<i64>
    sync.fence "fence"
    sync.signal "event"[0] from "a" to "s"
  }
  sync.wait "event"[0] from "a" to "s"
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Behind the signal it comes too late.
// machine: proxies
// result: race RAW
  %T = memref.alloc() : memref<i64>
  sync.process on "a" {
    memref.store %c1, %A[] : memref<i64>
    sync.signal "event"[0] from "a" to "s"
    sync.fence "fence"
  }
  sync.wait "event"[0] from "a" to "s"
  sync.work on "x" {
    memref.copy %A, %T : memref<i64> to memref<i64>
  }
  sync.barrier
// -----
// That process gave the signal on before its fence.
// machine: proxies
// result: race RAW
  %T = memref.alloc() : memref<i64>
  sync.process on "a" {
    memref.store %c1, %A[] : memref<i64>
    sync.signal "event"[0] from "a" to "x"
    sync.fence "fence"
  }
  sync.wait "event"[0] from "a" to "x"
  sync.work on "x" {
    memref.copy %A, %T : memref<i64> to memref<i64>
  }
  sync.barrier
