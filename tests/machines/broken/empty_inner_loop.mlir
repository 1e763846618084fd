// Flags pile up where the inner loop has no iteration.
// machine: ascend-a2
// check: refuted
// insert-sync: right
func.func @main(%n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %k step %c1 {
    sync.work on "v" writes(%a : memref<4xf32>) { sync.opaque "clear" }
    scf.for %j = %c0 to %n step %c1 {
      sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "load" }
      sync.work on "v" writes(%a : memref<4xf32>) { sync.opaque "use" }
    }
  }
  return
}
