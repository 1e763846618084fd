// A loop with one buffer each way.
  %in = memref.alloc() : !tile
  %out = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_2 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %in : !row to !tile }
    sync.work on "v" reads(%in : !tile) writes(%out : !tile) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %out, %y_2 : !tile to !row }
  }
// -----
// A loop with two slots each way.
  %in = memref.alloc() : !two
  %out = memref.alloc() : !two
  scf.for %i = %c0 to %n step %c1 {
    %in_slot = arith.remui %i, %c2 : index
    %out_slot = arith.remui %i, %c2 : index
    %u = memref.subview %in[%in_slot, 0] [1, 4] [1, 1] : !two to !row
    %w = memref.subview %out[%out_slot, 0] [1, 4] [1, 1] : !two to !row
    %x_3 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_4 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_3, %u : !row to !row }
    sync.work on "v" reads(%u : !row) writes(%w : !row) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %w, %y_4 : !row to !row }
  }
// -----
// A loop with three slots each way.
  %in = memref.alloc() : !three
  %out = memref.alloc() : !three
  scf.for %i = %c0 to %n step %c1 {
    %in_slot = arith.remui %i, %c3 : index
    %out_slot = arith.remui %i, %c3 : index
    %u = memref.subview %in[%in_slot, 0] [1, 4] [1, 1] : !three to !row
    %w = memref.subview %out[%out_slot, 0] [1, 4] [1, 1] : !three to !row
    %x_3 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_4 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_3, %u : !row to !row }
    sync.work on "v" reads(%u : !row) writes(%w : !row) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %w, %y_4 : !row to !row }
  }
// -----
// Two slots for what comes in, one for what goes out.
  %in = memref.alloc() : !two
  %out = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    %in_slot = arith.remui %i, %c2 : index
    %u = memref.subview %in[%in_slot, 0] [1, 4] [1, 1] : !two to !row
    %x_2 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_2, %u : !row to !row }
    sync.work on "v" reads(%u : !row) writes(%out : !tile) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %out, %y_3 : !tile to !row }
  }
// -----
// Three slots for what comes in, two for what goes out.
  %in = memref.alloc() : !three
  %out = memref.alloc() : !two
  scf.for %i = %c0 to %n step %c1 {
    %in_slot = arith.remui %i, %c3 : index
    %out_slot = arith.remui %i, %c2 : index
    %u = memref.subview %in[%in_slot, 0] [1, 4] [1, 1] : !three to !row
    %w = memref.subview %out[%out_slot, 0] [1, 4] [1, 1] : !two to !row
    %x_3 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_4 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_3, %u : !row to !row }
    sync.work on "v" reads(%u : !row) writes(%w : !row) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %w, %y_4 : !row to !row }
  }
// -----
// Two operands, each with two slots.
  %ins = memref.alloc() : !two
  %others = memref.alloc() : !two
  %w = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %ins_1 = memref.subview %ins[%slot, 0] [1, 4] [1, 1] : !two to !row
    %others_2 = memref.subview %others[%slot, 0] [1, 4] [1, 1] : !two to !row
    %x_3 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %z_4 = memref.subview %z[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_5 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_3, %ins_1 : !row to !row }
    sync.work on "mte2" { memref.copy %z_4, %others_2 : !row to !row }
    sync.work on "v" reads(%ins_1, %others_2 : !row, !row) writes(%w : !tile) { sync.opaque "add" }
    sync.work on "mte3" { memref.copy %w, %y_5 : !tile to !row }
  }
// -----
// A load that does not depend on the loop stands before it.
  %k = memref.alloc() : !tile
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %z_1 = memref.subview %z[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %z_1, %k : !row to !tile }
  scf.for %i = %c0 to %n step %c1 {
    %x_2 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_2, %u : !row to !tile }
    sync.work on "v" reads(%u, %k : !tile, !tile) writes(%w : !tile) { sync.opaque "mul" }
    sync.work on "mte3" { memref.copy %w, %y_3 : !tile to !row }
  }
// -----
// A sum that stays near the vector unit and is stored behind the loop.
  %s = memref.alloc() : !tile
  %in = memref.alloc() : !two
  memref.store %zero, %s[%c0] : !tile
  memref.store %zero, %s[%c1] : !tile
  memref.store %zero, %s[%c2] : !tile
  memref.store %zero, %s[%c3] : !tile
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %in_1 = memref.subview %in[%slot, 0] [1, 4] [1, 1] : !two to !row
    %x_2 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_2, %in_1 : !row to !row }
    sync.work on "v" reads(%in_1, %s : !row, !tile) writes(%s : !tile) { sync.opaque "add" }
  }
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte3" { memref.copy %s, %y_3 : !tile to !row }
// -----
// A loop that has no iteration, between a load and its use.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  scf.for %i = %c0 to %c0 step %c1 {
    %z_3 = memref.subview %z[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %z_3, %u : !row to !tile }
  }
  sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
  sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
// -----
// A loop of three iterations, known.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  scf.for %i = %c0 to %c3 step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_2 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
  }
// -----
// A loop that begins with 1 and takes steps of 2, with two slots by the number of the iteration.
  %in = memref.alloc() : !two
  %w = memref.alloc() : !tile
  scf.for %i = %c1 to %n step %c2 {
    %from = arith.subi %i, %c1 : index
    %number = arith.divui %from, %c2 : index
    %slot = arith.remui %number, %c2 : index
    %in_1 = memref.subview %in[%slot, 0] [1, 4] [1, 1] : !two to !row
    %x_2 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_2, %in_1 : !row to !row }
    sync.work on "v" reads(%in_1 : !row) writes(%w : !tile) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %w, %y_3 : !tile to !row }
  }
// -----
// Two loops, one behind the other, with the same buffers.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_2 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "i" }
    sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
  }
  scf.for %j = %c0 to %n step %c1 {
    %x_3 = memref.subview %x[%j, 0] [1, 4] [1, 1] : !rows to !row
    %z_4 = memref.subview %z[%j, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_3, %u : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "j" }
    sync.work on "mte3" { memref.copy %w, %z_4 : !tile to !row }
  }
// -----
// The second loop reads from global memory what the first has stored.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_2 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "i" }
    sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
  }
  scf.for %j = %c0 to %n step %c1 {
    %y_3 = memref.subview %y[%j, 0] [1, 4] [1, 1] : !rows to !row
    %z_4 = memref.subview %z[%j, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %y_3, %u : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "j" }
    sync.work on "mte3" { memref.copy %w, %z_4 : !tile to !row }
  }
// -----
// Each iteration loads what the one before has stored.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %y_1 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_2 = memref.subview %y[%next, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %y_1, %u : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
  }
// -----
// Two pipes that wait for each other in each iteration.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  memref.store %zero, %u[%c0] : !tile
  memref.store %zero, %u[%c1] : !tile
  memref.store %zero, %u[%c2] : !tile
  memref.store %zero, %u[%c3] : !tile
  scf.for %i = %c0 to %n step %c1 {
    sync.work on "m" reads(%u : !tile) writes(%w : !tile) { sync.opaque "mad" }
    sync.work on "v" reads(%w : !tile) writes(%u : !tile) { sync.opaque "vec" }
  }
  %y_1 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte3" { memref.copy %u, %y_1 : !tile to !row }
// -----
// Loads that nobody in the loop uses: only the last one matters.
  %u = memref.alloc() : !tile
  memref.store %zero, %u[%c0] : !tile
  memref.store %zero, %u[%c1] : !tile
  memref.store %zero, %u[%c2] : !tile
  memref.store %zero, %u[%c3] : !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  }
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte3" { memref.copy %u, %y_2 : !tile to !row }
// -----
// A chain of vector instructions in a loop, with barriers between them.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_2 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "max" }
    sync.work on "v" reads(%u, %w : !tile, !tile) writes(%u : !tile) { sync.opaque "sub" }
    sync.work on "v" reads(%u : !tile) writes(%u : !tile) { sync.opaque "exp" }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "div" }
    sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
  }
