// The scalar unit writes a table in local memory while a tile is loaded; then both are used.
func.func @main(%gm: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %half = arith.constant 0.5 : f32
  %tile = memref.alloc() : memref<4xf32, "ub">
  %table = memref.alloc() : memref<4xf32, "ub">
  %scaled = memref.alloc() : memref<4xf32, "ub">
  sync.work on "mte2" {
    memref.copy %gm, %tile : memref<4xf32> to memref<4xf32, "ub">
  }
  sync.signal "event"[0] from "mte2" to "v"
  scf.for %i = %c0 to %c4 step %c1 {
    // Nothing that is in flight touches the table.
    sync.barrier
    memref.store %half, %table[%i] : memref<4xf32, "ub">
  }
  sync.wait "event"[0] from "mte2" to "v"
  sync.work on "v" reads(%tile, %table : memref<4xf32, "ub">, memref<4xf32, "ub">) writes(%scaled : memref<4xf32, "ub">) {
    sync.opaque "scale"
  }
  sync.signal "event"[0] from "v" to "mte3"
  sync.wait "event"[0] from "v" to "mte3"
  sync.work on "mte3" {
    memref.copy %scaled, %out : memref<4xf32, "ub"> to memref<4xf32>
  }
  sync.signal "event"[0] from "mte3" to "s"
  sync.wait "event"[0] from "mte3" to "s"
  return
}
