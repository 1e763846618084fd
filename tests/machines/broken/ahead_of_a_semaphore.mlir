// The same with works, and a semaphore that counts to three.
// machine: ahead_of_a_semaphore.toml
// check: refuted
// insert-sync: P150
func.func @main(%n: index, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.subview %x[%i][1][1] : memref<?xf32> to memref<1xf32, strided<[1], offset: ?>>
    sync.work on "a" writes(%v : memref<1xf32, strided<[1], offset: ?>>) { sync.opaque "w" }
    sync.signal "l"[0] on "a"
    sync.wait "l"[0] on "b"
    sync.work on "b" reads(%v : memref<1xf32, strided<[1], offset: ?>>) { sync.opaque "r" }
  }
  sync.barrier
  return
}
