// What a block did itself is not over without a barrier.
// machine: block
// result: race RAW
  sync.barrier on "threads"
  memref.store %c1, %A[] : memref<i64>
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// A barrier of the block is between.
// machine: block
// allowed: 1
  sync.barrier on "threads"
  memref.store %c1, %A[] : memref<i64>
  sync.barrier on "threads"
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// What a wait tells is told by the next barrier.
// machine: block
// result: race RAW
  sync.barrier on "threads"
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies"[0], 0
  func.call @show(%A) : (memref<i64>) -> ()
  sync.barrier
// -----
// Behind the barrier it is told.
// machine: block
// allowed: 1
  sync.barrier on "threads"
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.commit "copies"
  sync.wait "copies"[0], 0
  sync.barrier on "threads"
  func.call @show(%A) : (memref<i64>) -> ()
// -----
// A work races with what the block did before without a barrier.
// machine: block
// result: race RAW
  sync.barrier on "threads"
  memref.store %c1, %A[] : memref<i64>
  sync.work on "a" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier

// -----
// A work of the block is in order with itself, and with nothing else that the block does.
// machine: block
// allowed: 1
  sync.barrier on "threads"
  sync.work on "threads" {
    memref.store %c1, %A[] : memref<i64>
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
  sync.barrier on "threads"
  func.call @show(%B) : (memref<i64>) -> ()

// -----
// Two works of the block are not in order.
// machine: block
// result: race RAW
  sync.barrier on "threads"
  sync.work on "threads" {
    memref.store %c1, %A[] : memref<i64>
  }
  sync.work on "threads" {
    memref.copy %A, %B : memref<i64> to memref<i64>
  }
