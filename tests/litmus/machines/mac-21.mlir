// The same name and the same content read write the same.
// allowed: 1
  %C = memref.alloc() : memref<i64>
  sync.work on "a" reads(%A : memref<i64>) writes(%B : memref<i64>) {
    sync.opaque "f"
  }
  sync.work on "b" reads(%A : memref<i64>) writes(%C : memref<i64>) {
    sync.opaque "f"
  }
  sync.barrier
  %x = memref.load %B[] : memref<i64>
  %y = memref.load %C[] : memref<i64>
  %e = arith.cmpi eq, %x, %y : i64
  %s = arith.extui %e : i1 to i64
  func.call @printI64(%s) : (i64) -> ()
// -----
// Another name writes something else.
// allowed: 0
  %C = memref.alloc() : memref<i64>
  sync.work on "a" reads(%A : memref<i64>) writes(%B : memref<i64>) {
    sync.opaque "f"
  }
  sync.work on "b" reads(%A : memref<i64>) writes(%C : memref<i64>) {
    sync.opaque "g"
  }
  sync.barrier
  %x = memref.load %B[] : memref<i64>
  %y = memref.load %C[] : memref<i64>
  %e = arith.cmpi eq, %x, %y : i64
  %s = arith.extui %e : i1 to i64
  func.call @printI64(%s) : (i64) -> ()
// -----
// Another content writes something else.
// allowed: 0
  %C = memref.alloc() : memref<i64>
  sync.work on "a" reads(%A : memref<i64>) writes(%B : memref<i64>) {
    sync.opaque "f"
  }
  sync.barrier
  memref.store %c1, %A[] : memref<i64>
  sync.work on "a" reads(%A : memref<i64>) writes(%C : memref<i64>) {
    sync.opaque "f"
  }
  sync.barrier
  %x = memref.load %B[] : memref<i64>
  %y = memref.load %C[] : memref<i64>
  %e = arith.cmpi eq, %x, %y : i64
  %s = arith.extui %e : i1 to i64
  func.call @printI64(%s) : (i64) -> ()
// -----
// It reads and writes what the work lists.
// result: race RAW
  sync.work on "a" reads(%A : memref<i64>) writes(%B : memref<i64>) {
    sync.opaque "f"
  }
  func.call @show(%B) : (memref<i64>) -> ()
  sync.barrier
