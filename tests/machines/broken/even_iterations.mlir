// Every other iteration writes; read behind the loop.
// machine: ascend-a2
// check: refuted
// insert-sync: right
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %m = arith.remui %i, %c2 : index
    %q = arith.cmpi eq, %m, %c0 : index
    scf.if %q {
      sync.work on "mte3" writes(%a : memref<1xf32>) { sync.opaque "w" }
    }
  }
  sync.work on "v" reads(%a : memref<1xf32>) { sync.opaque "r" }
  sync.barrier
  return
}
