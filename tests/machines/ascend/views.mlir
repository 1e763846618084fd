// Views of one arena that have no byte in common.
  %arena = memref.alloc() : memref<128xi8>
  %u = memref.view %arena[%c0][] : memref<128xi8> to !tile
  %w = memref.view %arena[%c16][] : memref<128xi8> to !tile
  %r = memref.view %arena[%c32][] : memref<128xi8> to !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
  sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
  sync.work on "mte2" { memref.copy %x_1, %r : !row to !tile }
  sync.work on "v" reads(%r : !tile) writes(%u : !tile) { sync.opaque "two" }
  %z_3 = memref.subview %z[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte3" { memref.copy %u, %z_3 : !tile to !row }
// -----
// Views that share half of their bytes.
  %arena = memref.alloc() : memref<128xi8>
  %half = arith.constant 8 : index
  %u = memref.view %arena[%c0][] : memref<128xi8> to !tile
  %w = memref.view %arena[%half][] : memref<128xi8> to !tile
  %r = memref.view %arena[%c32][] : memref<128xi8> to !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %x_2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : !rows to !row
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%r : !tile) { sync.opaque "vec" }
  sync.work on "mte2" { memref.copy %x_2, %w : !row to !tile }
  sync.work on "mte3" { memref.copy %r, %y_3 : !tile to !row }
  %z_4 = memref.subview %z[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte3" { memref.copy %w, %z_4 : !tile to !row }
// -----
// Bytes that a later stage has under another name and another shape.
  %arena = memref.alloc() : memref<128xi8>
  %u = memref.view %arena[%c0][] : memref<128xi8> to !tile
  %w = memref.view %arena[%c16][] : memref<128xi8> to !tile
  %both = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  %r = memref.view %arena[%c32][] : memref<128xi8> to !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %x_2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : !rows to !row
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "mte2" { memref.copy %x_2, %w : !row to !tile }
  sync.work on "v" reads(%both : memref<8xf32>) writes(%r : !tile) { sync.opaque "sum" }
  sync.work on "v" reads(%r : !tile) writes(%both : memref<8xf32>) { sync.opaque "spread" }
  sync.work on "mte3" { memref.copy %w, %y_3 : !tile to !row }
// -----
// A view in the middle that overlaps with those on both sides.
  %arena = memref.alloc() : memref<128xi8>
  %middle = arith.constant 8 : index
  %u = memref.view %arena[%c0][] : memref<128xi8> to !tile
  %mid = memref.view %arena[%middle][] : memref<128xi8> to !tile
  %w = memref.view %arena[%c16][] : memref<128xi8> to !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %x_2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : !rows to !row
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %z_4 = memref.subview %z[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "mte2" { memref.copy %x_2, %w : !row to !tile }
  sync.work on "mte3" { memref.copy %u, %y_3 : !tile to !row }
  sync.work on "mte3" { memref.copy %w, %z_4 : !tile to !row }
  sync.work on "mte2" { memref.copy %x_1, %mid : !row to !tile }
  sync.work on "v" reads(%mid : !tile) writes(%mid : !tile) { sync.opaque "vec" }
  sync.work on "mte3" { memref.copy %mid, %y_3 : !tile to !row }
// -----
// Planned addresses in a loop: what goes out lies where something else came in.
  %arena = memref.alloc() : memref<128xi8>
  %u = memref.view %arena[%c0][] : memref<128xi8> to !tile
  %w = memref.view %arena[%c16][] : memref<128xi8> to !tile
  %r = memref.view %arena[%c32][] : memref<128xi8> to !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %z_2 = memref.subview %z[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "mte2" { memref.copy %z_2, %w : !row to !tile }
    sync.work on "v" reads(%u, %w : !tile, !tile) writes(%r : !tile) { sync.opaque "vec" }
    sync.work on "v" reads(%r : !tile) writes(%u : !tile) { sync.opaque "two" }
    sync.work on "mte3" { memref.copy %u, %y_3 : !tile to !row }
  }
// -----
// Two slots at addresses that are computed.
  %arena = memref.alloc() : memref<128xi8>
  %out = memref.view %arena[%c32][] : memref<128xi8> to !tile
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %at = arith.muli %slot, %c16 : index
    %u = memref.view %arena[%at][] : memref<128xi8> to !tile
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_2 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%out : !tile) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %out, %y_2 : !tile to !row }
  }
// -----
// A view of twice the size that covers two slots of another stage.
  %arena = memref.alloc() : memref<128xi8>
  %u = memref.view %arena[%c0][] : memref<128xi8> to !tile
  %w = memref.view %arena[%c16][] : memref<128xi8> to !tile
  %both = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  %r = memref.view %arena[%c32][] : memref<128xi8> to !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %z_2 = memref.subview %z[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "mte2" { memref.copy %z_2, %w : !row to !tile }
    sync.work on "v" reads(%both : memref<8xf32>) writes(%r : !tile) { sync.opaque "sum" }
    sync.work on "mte3" { memref.copy %r, %y_3 : !tile to !row }
  }
