// Memory on the stack ends while a work uses it.
// machine: ascend-a2
// check: refuted
// insert-sync: right
func.func @main() {
  %a = memref.alloca() : memref<4xf32>
  sync.work on "v" writes(%a : memref<4xf32>) {
    sync.opaque "w"
  }
  return
}
