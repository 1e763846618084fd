// A wait for a number is over when it is reached.
// allowed: 12
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "time"[0], 1 on "a"
  sync.work on "a" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.signal "time"[0], 2 on "a"
  sync.wait "time"[0], 2
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// It takes nothing: several can wait for one number.
// allowed: 1
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "time"[0], 3 on "a"
  sync.wait "time"[0], 1
  sync.wait "time"[0], 3
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// A wait for a small number tells of the first signal that is enough.
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.signal "time"[0], 1 on "a"
  sync.work on "a" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.signal "time"[0], 2 on "a"
  sync.wait "time"[0], 1
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
  sync.barrier
// -----
// A timeline does not go back.
// result: misuse M012
  sync.signal "time"[0], 2 on "a"
  sync.signal "time"[0], 1 on "a"
// -----
// Nothing orders the signals of two engines.
// result: misuse M012
  sync.signal "time"[0], 1 on "a"
  sync.signal "time"[0], 2 on "b"
