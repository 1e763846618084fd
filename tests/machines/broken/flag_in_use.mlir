// A flag that the program uses already, and another one is free.
// machine: flag_in_use.toml
// check: refuted
// insert-sync: right
func.func @main(%x: memref<4xf32>) {
  sync.signal "f"[0] from "a" to "b"
  sync.work on "a" writes(%x : memref<4xf32>) { sync.opaque "w" }
  sync.wait "f"[0] from "a" to "b"
  sync.work on "b" writes(%x : memref<4xf32>) { sync.opaque "w" }
  sync.barrier
  return
}
