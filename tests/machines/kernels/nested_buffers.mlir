// Panels that are loaded ahead and cut into tiles that are loaded ahead: two slots on both levels, and for sums.
func.func @f(%x: memref<6x12xf32> {llvm.noalias}, %y: memref<6x2xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %panels = memref.alloc() : memref<2x12xf32>
  %tiles = memref.alloc() : memref<2x2xf32>
  %acc = memref.alloc() : memref<2x2xf32>
  // ascend-a2: sync.signal "event"[0] from "mte1" to "mte2"
  // ascend-a2: sync.signal "event"[1] from "mte1" to "mte2"
  // ascend-a2: sync.signal "event"[0] from "m" to "mte1"
  // ascend-a2: sync.signal "event"[1] from "m" to "mte1"
  // ascend-a2: sync.signal "event"[0] from "fix" to "m"
  scf.for %i = %c0 to %n step %c1 {
    %panel = arith.remui %i, %c2 : index
    %xi = memref.subview %x[%i, 0] [1, 12] [1, 1] : memref<6x12xf32> to memref<12xf32, strided<[1], offset: ?>>
    %panel_i = memref.subview %panels[%panel, 0] [1, 12] [1, 1] : memref<2x12xf32> to memref<12xf32, strided<[1], offset: ?>>
    // ascend-a2: sync.wait "event"[%panel] from "mte1" to "mte2"
    sync.work on "$load" {
      memref.copy %xi, %panel_i : memref<12xf32, strided<[1], offset: ?>> to memref<12xf32, strided<[1], offset: ?>>
    }
    // ascend-a2: sync.signal "event"[%panel] from "mte2" to "mte1"
    // ascend-a2: sync.wait "event"[%panel] from "mte2" to "mte1"
    // ascend-a2: sync.wait "event"[0] from "fix" to "m"
    // cuda-sm80: sync.commit "group"
    // cuda-sm80: sync.wait "group", 0
    // cuda-sm80: sync.barrier on "block"
    sync.work on "$matrix" {
      scf.for %k = %c0 to %c2 step %c1 {
        memref.store %zero, %acc[%c0, %k] : memref<2x2xf32>
      }
    }
    scf.for %j = %c0 to %n step %c1 {
      %tile = arith.remui %j, %c2 : index
      %next = arith.addi %j, %c1 : index
      %to = arith.remui %next, %c2 : index
      %from = arith.muli %j, %c2 : index
      %part = memref.subview %panels[%panel, %from] [1, 2] [1, 1] : memref<2x12xf32> to memref<2xf32, strided<[1], offset: ?>>
      %tile_j = memref.subview %tiles[%tile, 0] [1, 2] [1, 1] : memref<2x2xf32> to memref<2xf32, strided<[1], offset: ?>>
      // ascend-a2: sync.wait "event"[%tile] from "m" to "mte1"
      sync.work on "$feed" {
        memref.copy %part, %tile_j : memref<2xf32, strided<[1], offset: ?>> to memref<2xf32, strided<[1], offset: ?>>
      }
      // ascend-a2: sync.signal "event"[%tile] from "mte1" to "m"
      // ascend-a2: sync.wait "event"[%tile] from "mte1" to "m"
      // cuda-sm80: sync.barrier on "block"
      sync.work on "$matrix" {
        scf.for %k = %c0 to %c2 step %c1 {
          %a = memref.load %tiles[%tile, %k] : memref<2x2xf32>
          %aa = arith.mulf %a, %a : f32
          %b = memref.load %acc[%tile, %k] : memref<2x2xf32>
          %ab = arith.addf %aa, %b : f32
          memref.store %ab, %acc[%to, %k] : memref<2x2xf32>
        }
      }
      // ascend-a2: sync.signal "event"[%tile] from "m" to "mte1"
    }
    // ascend-a2: sync.signal "event"[%panel] from "mte1" to "mte2"
    // ascend-a2: sync.signal "event"[0] from "m" to "fix"
    // ascend-a2: sync.wait "event"[0] from "m" to "fix"
    // cuda-sm80: sync.barrier on "block"
    %last = arith.remui %n, %c2 : index
    %acc_i = memref.subview %acc[%last, 0] [1, 2] [1, 1] : memref<2x2xf32> to memref<2xf32, strided<[1], offset: ?>>
    %yi = memref.subview %y[%i, 0] [1, 2] [1, 1] : memref<6x2xf32> to memref<2xf32, strided<[1], offset: ?>>
    sync.work on "$drain" {
      memref.copy %acc_i, %yi : memref<2xf32, strided<[1], offset: ?>> to memref<2xf32, strided<[1], offset: ?>>
    }
    // ascend-a2: sync.signal "event"[0] from "fix" to "m"
  }
  // ascend-a2: sync.wait "event"[0] from "mte1" to "mte2"
  // ascend-a2: sync.wait "event"[1] from "mte1" to "mte2"
  // ascend-a2: sync.wait "event"[0] from "m" to "mte1"
  // ascend-a2: sync.wait "event"[1] from "m" to "mte1"
  // ascend-a2: sync.wait "event"[0] from "fix" to "m"
  // ascend-a2: sync.signal "event"[0] from "fix" to "s"
  // ascend-a2: sync.wait "event"[0] from "fix" to "s"
  return
}
