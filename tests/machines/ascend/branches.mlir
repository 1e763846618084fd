// A vector instruction on the one side, the cube unit on the other.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  scf.if %a {
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
  } else {
    sync.work on "m" reads(%u : !tile) writes(%w : !tile) { sync.opaque "mad" }
  }
  sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
// -----
// A branch with nothing on its other side.
  %u = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  scf.if %a {
    sync.work on "v" reads(%u : !tile) writes(%u : !tile) { sync.opaque "vec" }
  }
  sync.work on "mte3" { memref.copy %u, %y_2 : !tile to !row }
// -----
// A branch that only does something if the condition does not hold.
  %u = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  scf.if %a {
  } else {
    sync.work on "v" reads(%u : !tile) writes(%u : !tile) { sync.opaque "vec" }
  }
  sync.work on "mte3" { memref.copy %u, %y_2 : !tile to !row }
// -----
// In a loop, with one side empty.
  %in = memref.alloc() : !two
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %in_1 = memref.subview %in[%slot, 0] [1, 4] [1, 1] : !two to !row
    %x_2 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_2, %in_1 : !row to !row }
    scf.if %a {
      sync.work on "v" reads(%in_1 : !row) writes(%in_1 : !row) { sync.opaque "vec" }
    }
    sync.work on "mte3" { memref.copy %in_1, %y_3 : !row to !row }
  }
// -----
// The first iteration sets what the others add to.
  %u = memref.alloc() : !tile
  %s = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
      sync.work on "v" reads(%u : !tile) writes(%s : !tile) { sync.opaque "set" }
    } else {
      sync.work on "v" reads(%u, %s : !tile, !tile) writes(%s : !tile) { sync.opaque "add" }
    }
    %y_2 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte3" { memref.copy %s, %y_2 : !tile to !row }
  }
// -----
// A branch in a branch.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %x_2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : !rows to !row
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "mte2" { memref.copy %x_2, %w : !row to !tile }
  scf.if %a {
    scf.if %b {
      sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
    } else {
      sync.work on "m" reads(%u : !tile) writes(%w : !tile) { sync.opaque "mad" }
    }
  } else {
    sync.work on "mte2" { memref.copy %x_1, %w : !row to !tile }
  }
  sync.work on "mte3" { memref.copy %w, %y_3 : !tile to !row }
// -----
// The next row is loaded ahead, under a condition, into the other slot.
  %in = memref.alloc() : !two
  %w = memref.alloc() : !tile
  %some = arith.cmpi sgt, %n, %c0 : index
  scf.if %some {
    %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
    %in_2 = memref.subview %in[%c0, 0] [1, 4] [1, 1] : !two to !row
    sync.work on "mte2" { memref.copy %x_1, %in_2 : !row to !row }
  }
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    scf.if %more {
      %other = arith.remui %next, %c2 : index
      %x_3 = memref.subview %x[%next, 0] [1, 4] [1, 1] : !rows to !row
      %in_4 = memref.subview %in[%other, 0] [1, 4] [1, 1] : !two to !row
      sync.work on "mte2" { memref.copy %x_3, %in_4 : !row to !row }
    }
    %slot = arith.remui %i, %c2 : index
    %in_5 = memref.subview %in[%slot, 0] [1, 4] [1, 1] : !two to !row
    %y_6 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "v" reads(%in_5 : !row) writes(%w : !tile) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %w, %y_6 : !tile to !row }
  }
// -----
// Two rows are loaded ahead, into three slots.
  %in = memref.alloc() : !three
  %w = memref.alloc() : !tile
  %some0 = arith.cmpi sgt, %n, %c0 : index
  scf.if %some0 {
    %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
    %in_2 = memref.subview %in[%c0, 0] [1, 4] [1, 1] : !three to !row
    sync.work on "mte2" { memref.copy %x_1, %in_2 : !row to !row }
  }
  %some1 = arith.cmpi sgt, %n, %c1 : index
  scf.if %some1 {
    %x_3 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : !rows to !row
    %in_4 = memref.subview %in[%c1, 0] [1, 4] [1, 1] : !three to !row
    sync.work on "mte2" { memref.copy %x_3, %in_4 : !row to !row }
  }
  scf.for %i = %c0 to %n step %c1 {
    %ahead = arith.addi %i, %c2 : index
    %more = arith.cmpi slt, %ahead, %n : index
    scf.if %more {
      %other = arith.remui %ahead, %c3 : index
      %x_5 = memref.subview %x[%ahead, 0] [1, 4] [1, 1] : !rows to !row
      %in_6 = memref.subview %in[%other, 0] [1, 4] [1, 1] : !three to !row
      sync.work on "mte2" { memref.copy %x_5, %in_6 : !row to !row }
    }
    %slot = arith.remui %i, %c3 : index
    %in_7 = memref.subview %in[%slot, 0] [1, 4] [1, 1] : !three to !row
    %y_8 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "v" reads(%in_7 : !row) writes(%w : !tile) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %w, %y_8 : !tile to !row }
  }
// -----
// What is loaded under a condition is used without one.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  memref.store %zero, %u[%c0] : !tile
  memref.store %zero, %u[%c1] : !tile
  memref.store %zero, %u[%c2] : !tile
  memref.store %zero, %u[%c3] : !tile
  scf.for %i = %c0 to %n step %c1 {
    scf.if %a {
      %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
      sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
    %y_2 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
  }
// -----
// A loop on one side of a branch.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  memref.store %zero, %w[%c0] : !tile
  memref.store %zero, %w[%c1] : !tile
  memref.store %zero, %w[%c2] : !tile
  memref.store %zero, %w[%c3] : !tile
  scf.if %a {
    scf.for %i = %c0 to %n step %c1 {
      %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
      sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
      sync.work on "v" reads(%u, %w : !tile, !tile) writes(%w : !tile) { sync.opaque "add" }
    }
  } else {
    %z_2 = memref.subview %z[%c0, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %z_2, %w : !row to !tile }
  }
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte3" { memref.copy %w, %y_3 : !tile to !row }
// -----
// Two branches on one condition: producer in the first, consumer in the second.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  memref.store %zero, %w[%c0] : !tile
  memref.store %zero, %w[%c1] : !tile
  memref.store %zero, %w[%c2] : !tile
  memref.store %zero, %w[%c3] : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  scf.if %a {
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  }
  scf.if %a {
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
  }
  sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
