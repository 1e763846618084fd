// What another process does itself races.
// machine: process_accesses.toml
// check: refuted
// insert-sync: P150
func.func @main(%x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %f1 = arith.constant 1.0 : f32
  sync.process on "a" {
    memref.store %f1, %x[%c0] : memref<4xf32>
  }
  memref.store %f1, %x[%c0] : memref<4xf32>
  return
}
