// Of four rows the first ones are valid: each is loaded and added to a sum. An element stands for a row.
func.func @main(%gm: memref<4xf32>, %sum: memref<1xf32>, %valid: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloc() : memref<1xf32, "ub">
  %total = memref.alloc() : memref<1xf32, "ub">
  sync.work on "v" {
    memref.store %zero, %total[%c0] : memref<1xf32, "ub">
  }
  // The row may be overwritten.
  sync.signal "event"[0] from "v" to "mte2"
  scf.for %i = %c0 to %c4 step %c1 {
    %is = arith.cmpi ult, %i, %valid : index
    // Rows that are skipped wait, too, and do not signal.
    sync.wait "event"[0] from "v" to "mte2"
    scf.if %is {
      sync.work on "mte2" {
        %x = memref.load %gm[%i] : memref<4xf32>
        memref.store %x, %row[%c0] : memref<1xf32, "ub">
      }
      sync.signal "event"[0] from "mte2" to "v"
      sync.wait "event"[0] from "mte2" to "v"
      sync.barrier on "v"
      sync.work on "v" {
        %x = memref.load %row[%c0] : memref<1xf32, "ub">
        %y = memref.load %total[%c0] : memref<1xf32, "ub">
        %z = arith.addf %x, %y : f32
        memref.store %z, %total[%c0] : memref<1xf32, "ub">
      }
      sync.signal "event"[0] from "v" to "mte2"
    }
  }
  sync.wait "event"[0] from "v" to "mte2"
  sync.signal "event"[0] from "v" to "mte3"
  sync.wait "event"[0] from "v" to "mte3"
  sync.work on "mte3" {
    memref.copy %total, %sum : memref<1xf32, "ub"> to memref<1xf32>
  }
  sync.signal "event"[0] from "mte3" to "s"
  sync.wait "event"[0] from "mte3" to "s"
  return
}
