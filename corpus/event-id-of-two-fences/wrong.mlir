// A pipe stores a tile and tells two others: the vector pipe, that the tile may be overwritten, and the loading pipe, that the result may be read.
func.func @main(%gm: memref<4xf32>) {
  %tile = memref.alloc() : memref<4xf32, "ub">
  %back = memref.alloc() : memref<4xf32, "ub">
  sync.work on "v" writes(%tile : memref<4xf32, "ub">) {
    sync.opaque "compute"
  }
  sync.signal "by-v"[0] on "v"
  sync.wait "by-v"[0] on "mte3"
  sync.work on "mte3" {
    memref.copy %tile, %gm : memref<4xf32, "ub"> to memref<4xf32>
  }
  // For the vector pipe.
  sync.signal "by-mte3"[2] on "mte3"
  // For the loading pipe.
  sync.signal "by-mte3"[2] on "mte3"
  sync.wait "by-mte3"[2] on "mte2"
  sync.work on "mte2" {
    memref.copy %gm, %back : memref<4xf32> to memref<4xf32, "ub">
  }
  sync.signal "by-mte2"[0] on "mte2"
  sync.wait "by-mte2"[0] on "v"
  sync.wait "by-mte3"[2] on "v"
  sync.work on "v" {
    memref.copy %back, %tile : memref<4xf32, "ub"> to memref<4xf32, "ub">
  }
  sync.signal "by-v"[1] on "v"
  sync.wait "by-v"[1]
  return
}
