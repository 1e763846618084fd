// A pipe stores a tile; a call that sends it to somebody else reads it by the loading pipe, and stores it again.
func.func @main(%gm: memref<4xf32>, %remote: memref<4xf32>) {
  %tile = memref.alloc() : memref<4xf32, "ub">
  %staging = memref.alloc() : memref<4xf32, "ub">
  sync.work on "v" writes(%tile : memref<4xf32, "ub">) {
    sync.opaque "compute"
  }
  sync.signal "event"[0] from "v" to "mte3"
  sync.wait "event"[0] from "v" to "mte3"
  sync.work on "mte3" {
    memref.copy %tile, %gm : memref<4xf32, "ub"> to memref<4xf32>
  }
  // What is sent: nothing says that it has been stored.
  sync.work on "mte2" {
    memref.copy %gm, %staging : memref<4xf32> to memref<4xf32, "ub">
  }
  sync.signal "event"[0] from "mte2" to "mte3"
  sync.wait "event"[0] from "mte2" to "mte3"
  sync.work on "mte3" {
    memref.copy %staging, %remote : memref<4xf32, "ub"> to memref<4xf32>
  }
  sync.signal "event"[0] from "mte3" to "s"
  sync.wait "event"[0] from "mte3" to "s"
  return
}
