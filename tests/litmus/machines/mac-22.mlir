// What one engine has written is visible to another one with the same proxy when it has arrived.
// machine: proxies
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// To one with another proxy it is not.
// machine: proxies
// result: race RAW
  %T = memref.alloc() : memref<i64>
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  sync.work on "x" {
    memref.copy %A, %T : memref<i64> to memref<i64>
  }
  sync.barrier
// -----
// What has been read may be written by any proxy.
// machine: proxies
// arguments: %M: memref<i64>
// allowed: 0
  sync.work on "a" {
    memref.copy %M, %B : memref<i64> to memref<i64>
  }
  sync.signal "event"[0] from "a" to "x"
  sync.wait "event"[0] from "a" to "x"
  sync.work on "x" {
    memref.store %c1, %M[] : memref<i64>
  }
  sync.barrier
  func.call @show(%B) : (memref<i64>) -> ()
