// A semaphore that is set from the beginning.
// machine: initial_signal.toml
// check: refuted
// insert-sync: right
func.func @main(%x: memref<4xf32>) {
  sync.work on "a" writes(%x : memref<4xf32>) { sync.opaque "w" }
  sync.work on "b" writes(%x : memref<4xf32>) { sync.opaque "w" }
  sync.barrier
  return
}
