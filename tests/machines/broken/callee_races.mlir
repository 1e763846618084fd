// The work of a private function races with that of its caller.
// machine: ascend-a2
// check: refuted
// insert-sync: right
func.func @main(%x: memref<16xf32> {llvm.noalias}) {
  func.call @f(%x) : (memref<16xf32>) -> ()
  sync.work on "v" reads(%x : memref<16xf32>) { sync.opaque "r" }
  sync.barrier
  return
}
func.func private @f(%y: memref<16xf32>) {
  sync.work on "mte2" writes(%y : memref<16xf32>) { sync.opaque "w" }
  return
}
