// A wait lets the youngest groups be in flight.
// allowed: 12
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "copies"
  sync.work on "a" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies"[0], 1
  func.call @show(%A) : (memref<i64>) -> ()
  sync.wait "copies"[0], 0
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// The youngest is not waited for.
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "copies"
  sync.work on "a" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies"[0], 1
  func.call @show(%B) : (memref<i64>) -> ()
  sync.wait "copies"[0], 0
// -----
// What is in no group is not waited for.
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.wait "copies"[0], 0
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
// -----
// Each work is a group of its own.
// allowed: 12
  sync.work on "o" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "o" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.wait "each"[0], 1
  func.call @show(%A) : (memref<i64>) -> ()
  sync.wait "each"[0], 0
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Groups without order: only a wait for all tells.
// result: race RAW
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "loose"
  sync.work on "x" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.commit "loose"
  sync.wait "loose"[0], 1
  func.call @show(%A) : (memref<i64>) -> ()
  sync.wait "loose"[0], 0
// -----
// A wait for all groups without order tells of all.
// allowed: 12
  sync.work on "x" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "loose"
  sync.work on "x" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.commit "loose"
  sync.wait "loose"[0], 0
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Until its sources are read: they may be overwritten.
// allowed: 1
  memref.store %c1, %A[] : memref<i64>
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies"[0], 0 until "read"
  memref.store %c2, %A[] : memref<i64>
  sync.wait "copies"[0], 0
  func.call @show(%B) : (memref<i64>) -> ()
// -----
// Until its sources are read: it may still write.
// result: race RAW
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies"[0], 0 until "read"
  func.call @show(%B) : (memref<i64>) -> ()
  sync.wait "copies"[0], 0
// -----
// A count above the most is an error.
// result: refused M010
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies"[0], 4
// -----
// A count above the most that is computed is an error, too.
// result: error M010
  %four = arith.addi %i2, %i2 : index
  sync.wait "copies"[0], %four
// -----
// A wait of groups on two engines waits for both.
// allowed: 12
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "x" {
    memref.store %c2, %B[] : memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies"[0], 0
  func.call @show(%A) : (memref<i64>) -> ()
  func.call @show(%B) : (memref<i64>) -> ()
