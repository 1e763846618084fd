// A tile is loaded, doubled and stored, where a condition says so.
func.func @main(%gm: memref<4xf32>, %does: i1) {
  %tile = memref.alloc() : memref<4xf32, "ub">
  %twice = memref.alloc() : memref<4xf32, "ub">
  scf.if %does {
    sync.work on "mte2" {
      memref.copy %gm, %tile : memref<4xf32> to memref<4xf32, "ub">
    }
    sync.signal "event"[0] from "mte2" to "v"
    sync.wait "event"[0] from "mte2" to "v"
    sync.work on "v" reads(%tile : memref<4xf32, "ub">) writes(%twice : memref<4xf32, "ub">) {
      sync.opaque "double"
    }
    sync.signal "event"[0] from "v" to "mte3"
    sync.wait "event"[0] from "v" to "mte3"
    sync.work on "mte3" {
      memref.copy %twice, %gm : memref<4xf32, "ub"> to memref<4xf32>
    }
    sync.signal "event"[0] from "mte3" to "s"
    sync.wait "event"[0] from "mte3" to "s"
  }
  return
}
