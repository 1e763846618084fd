// A wait takes what it waits for; the signal of each work is waited for.
// allowed: 12
  sync.wait "credits"[0], 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "credits"[0] on "a"
  sync.work on "a" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.signal "credits"[0] on "a"
  sync.wait "credits"[0], 2
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// The first signal ends the wait for one: it tells only of the first work.
// result: race RAW
  sync.wait "credits"[0], 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "credits"[0] on "a"
  sync.work on "a" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.signal "credits"[0] on "a"
  sync.wait "credits"[0], 1
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
  sync.wait "credits"[0], 1
// -----
// What a semaphore holds at first tells of nothing.
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "credits"[0] on "a"
  sync.wait "credits"[0], 1
  func.call @show(%A) : (memref<i64>) -> ()
  sync.wait "credits"[0], 1
// -----
// More than it holds: nothing makes sure that the wait is over before the signal.
// result: misuse M002
  sync.signal "credits"[0] on "a"
  sync.signal "credits"[0] on "a"
  sync.wait "credits"[0], 1 on "b"
  sync.wait "credits"[0], 1 on "b"
// -----
// Two engines wait for one lock, in any order.
// allowed: 1 | 2
  sync.wait "lock"[0] on "a"
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "lock"[0] on "a"
  sync.wait "lock"[0] on "b"
  sync.work on "b" {
    memref.store %c2, %A[] : memref<i64>
  }
  sync.signal "lock"[0] on "b"
  sync.barrier
  func.call @show(%A) : (memref<i64>) -> ()
