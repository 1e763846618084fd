// Rows go through two buffers by turns: one is loaded while the other is stored. An element stands for a row.
func.func @main(%in: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %buffers = memref.alloc() : memref<2xf32, "ub">
  // Both buffers may be overwritten.
  sync.signal "event"[0] from "mte3" to "mte2"
  sync.signal "event"[1] from "mte3" to "mte2"
  scf.for %i = %c0 to %c4 step %c1 {
    %slot = arith.remui %i, %c2 : index
    sync.wait "event"[%slot] from "mte3" to "mte2"
    sync.work on "mte2" {
      %x = memref.load %in[%i] : memref<4xf32>
      memref.store %x, %buffers[%slot] : memref<2xf32, "ub">
    }
    sync.signal "event"[%slot] from "mte2" to "mte3"
    sync.wait "event"[%slot] from "mte2" to "mte3"
    sync.work on "mte3" {
      %x = memref.load %buffers[%slot] : memref<2xf32, "ub">
      memref.store %x, %out[%i] : memref<4xf32>
    }
    sync.signal "event"[%slot] from "mte3" to "mte2"
  }
  sync.wait "event"[0] from "mte3" to "mte2"
  sync.wait "event"[1] from "mte3" to "mte2"
  sync.signal "event"[0] from "mte3" to "s"
  sync.wait "event"[0] from "mte3" to "s"
  return
}
