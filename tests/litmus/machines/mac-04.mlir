// What is in flight at the end races with the caller, who may read all arguments.
// arguments: %M: memref<i64>
// result: race RAW
  sync.work on "a" {
    memref.store %c1, %M[] : memref<i64>
  }
// -----
// The caller may write what a work still reads.
// arguments: %M: memref<i64>
// result: race WAR
  sync.work on "a" {
    memref.copy %M, %A : memref<i64> to memref<i64>
  }
// -----
// Memory of the program itself is nothing to the caller.
// arguments: %M: memref<i64>
  sync.work on "a" {
    memref.store %c1, %A[] : memref<i64>
  }
// -----
// A machine that drains waits at the end.
// machine: drains
// arguments: %M: memref<i64>
  sync.work on "a" {
    memref.store %c1, %M[] : memref<i64>
  }
// -----
// What a global holds is read by whoever comes next.
// result: race RAW
  %G = memref.get_global @G : memref<i64>
  sync.work on "a" {
    memref.store %c1, %G[] : memref<i64>
  }
