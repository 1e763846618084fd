// Buffers that iterations swap; one is read behind the loop.
// machine: ascend-a2
// check: refuted
// insert-sync: right
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<1xf32>
  %d = memref.alloc() : memref<1xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p0 = %a, %p1 = %d) -> (memref<1xf32>, memref<1xf32>) {
    sync.work on "mte3" writes(%p0 : memref<1xf32>) { sync.opaque "w" }
    scf.yield %p1, %p0 : memref<1xf32>, memref<1xf32>
  }
  sync.work on "v" reads(%a : memref<1xf32>) { sync.opaque "r" }
  sync.barrier
  return
}
