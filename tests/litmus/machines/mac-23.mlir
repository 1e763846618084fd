// A fence makes visible what was written.
// machine: proxies
// allowed: 1
  memref.store %c1, %A[] : memref<i64>
  sync.fence "fence"
  sync.work on "x" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// The caller's arrays need none: nobody has written to them.
// machine: proxies
// arguments: %M: memref<i64>
// allowed: 0
  sync.fence "fence"
  sync.work on "x" {
    memref.copy %M, %B : memref<i64> to memref<i64>
  }
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// A write behind a write needs it, too.
// machine: proxies
// result: race WAW
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.barrier
// -----
// The other way, outside of the memories that the file names, none is needed.
// machine: proxies
// allowed: 1
  sync.fence "fence"
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.barrier
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// In such a memory one is.
// machine: proxies
// result: race RAW
  %T = memref.alloc() : memref<i64, "tile">
  sync.work on "x" {
    memref.store %c1, %T[] : memref<i64, "tile">
  }
  sync.barrier
  %v = memref.load %T[] : memref<i64, "tile">
// -----
// A fence is from one proxy to another: that back does not do.
// machine: proxies
// result: race RAW RAW
  %T = memref.alloc() : memref<i64>
  memref.store %c1, %A[] : memref<i64>
  sync.fence "back"
  sync.work on "x" {
    memref.copy %A, %T : memref<i64> to memref<i64>
  }
  sync.barrier
// -----
// A fence is no wait.
// machine: proxies
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.fence "fence"
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
// -----
// A fence has no number.
// machine: proxies
// result: refused M010
  sync.fence "fence", 1
// -----
// What is no fence is not fenced, and a fence is not waited for.
// machine: proxies
// result: refused M021 M021
  sync.fence "event" from "a" to "x"
  sync.wait "fence"
