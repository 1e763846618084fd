// The first phase has parity 0.
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "gate"[0] on "a"
  sync.wait "gate"[0], 0
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// Before any has ended, a wait for parity 1 is over at once.
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.wait "gate"[0], 1
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
// -----
// A phase ends after as many signals as its initialisation says.
// allowed: 12
  sync.init "gate"[0], 2
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "gate"[0] on "a"
  sync.work on "b" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.signal "gate"[0] on "b"
  sync.wait "gate"[0], 0
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Each phase is armed before its signals.
// allowed: 1
  sync.init "full"[0], 1
  sync.arm "full"[0]
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "full"[0] on "a"
  sync.wait "full"[0], 0
  sync.arm "full"[0]
  sync.signal "full"[0] on "a"
  sync.wait "full"[0], 1
  func.call @show(%A) : (memref<i64>) -> ()
  sync.free "full"[0]
// -----
// A signal of a phase that is not armed is a misuse.
// result: misuse M007
  sync.init "full"[0], 1
  sync.signal "full"[0] on "a"
  sync.wait "full"[0], 0
  sync.free "full"[0]
// -----
// The second phase is not armed by the first.
// result: misuse M007
  sync.init "full"[0], 1
  sync.arm "full"[0]
  sync.signal "full"[0] on "a"
  sync.wait "full"[0], 0
  sync.signal "full"[0] on "a"
  sync.wait "full"[0], 1
  sync.free "full"[0]
