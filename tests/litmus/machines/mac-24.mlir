// A fence covers what the process knows to have arrived.
// machine: proxies
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  sync.fence "fence"
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// It does not cover what it does not know, though the other engine does.
// machine: proxies
// result: race RAW
  %T = memref.alloc() : memref<i64>
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.fence "fence"
  sync.signal "event"[0] from "a" to "x"
  sync.wait "event"[0] from "a" to "x"
  sync.work on "x" {
    memref.copy %A, %T : memref<i64> to memref<i64>
  }
  sync.barrier
// -----
// Nor what comes later.
// machine: proxies
// result: race RAW
  %T = memref.alloc() : memref<i64>
  sync.fence "fence"
  memref.store %c1, %A[] : memref<i64>
  sync.work on "x" {
    memref.copy %A, %T : memref<i64> to memref<i64>
  }
  sync.barrier
// -----
// Each write needs one behind it.
// machine: proxies
// result: race RAW
  %T = memref.alloc() : memref<i64>
  memref.store %c1, %A[] : memref<i64>
  sync.fence "fence"
  memref.store %c2, %A[] : memref<i64>
  sync.work on "x" {
    memref.copy %A, %T : memref<i64> to memref<i64>
  }
  sync.barrier
// -----
// In a block of threads, it is for what each thread has done, before the barrier that tells the others.
// machine: proxy-block
// allowed: 1
  sync.barrier on "threads"
  memref.store %c1, %A[] : memref<i64>
  sync.fence "fence"
  sync.barrier on "threads"
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Behind the barrier it does as well.
// machine: proxy-block
// allowed: 1
  sync.barrier on "threads"
  memref.store %c1, %A[] : memref<i64>
  sync.barrier on "threads"
  sync.fence "fence"
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// It is for what a wait has told a thread, though no barrier has told the block.
// machine: proxy-block
// allowed: 1
  sync.barrier on "threads"
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies", 0
  sync.fence "fence"
  sync.barrier on "threads"
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A fence is no barrier of the block.
// machine: proxy-block
// result: race RAW
  sync.barrier on "threads"
  %T = memref.alloc() : memref<i64>
  memref.store %c1, %A[] : memref<i64>
  sync.fence "fence"
  sync.work on "x" {
    memref.copy %A, %T : memref<i64> to memref<i64>
  }
  sync.barrier
