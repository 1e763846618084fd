// A flag is set twice: the wait may be late.
// result: misuse M002
  sync.signal "event"[0] from "a" to "b"
  sync.wait "event"[0] from "a" to "b"
  sync.signal "event"[0] from "a" to "b"
  sync.wait "event"[0] from "a" to "b"
// -----
// Between two signals comes a signal back, which is waited for.
  sync.signal "event"[0] from "a" to "b"
  sync.wait "event"[0] from "a" to "b"
  sync.signal "event"[0] from "b" to "a"
  sync.wait "event"[0] from "b" to "a"
  sync.signal "event"[0] from "a" to "b"
  sync.wait "event"[0] from "a" to "b"
// -----
// A lost signal leaves a waiter.
// result: misuse M001
  sync.signal "lossy"[0] on "a"
  sync.signal "lossy"[0] on "a"
  sync.wait "lossy"[0] on "b"
// -----
// A signal that has no room waits for it.
  sync.signal "hold"[0] on "a"
  sync.signal "hold"[0] on "a"
  sync.wait "hold"[0] on "b"
  sync.wait "hold"[0] on "b"
// -----
// Who has waited for room knows what the wait that made it knew.
// allowed: 1
  sync.work on "b" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "event"[0] from "b" to "o"
  sync.wait "event"[0] from "b" to "o"
  sync.signal "hold"[0] on "a"
  sync.wait "hold"[0] on "o"
  sync.signal "hold"[0] on "a"
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.wait "hold"[0] on "o"
  sync.signal "event"[0] from "a" to "s"
  sync.wait "event"[0] from "a" to "s"
  func.call @show(%B) : (memref<i64>) -> ()
