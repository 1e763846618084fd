// Cube, then vector, by way of global memory, in each iteration.
  %l0 = memref.alloc() : !tile
  %c = memref.alloc() : !tile
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %z_2 = memref.subview %z[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %l0 : !row to !tile }
    sync.work on "m" reads(%l0 : !tile) writes(%c : !tile) { sync.opaque "mad" }
    sync.work on "fix" { memref.copy %c, %z_2 : !tile to !row }
    sync.work on "mte2" { memref.copy %z_2, %u : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "relu" }
    sync.work on "mte3" { memref.copy %w, %y_3 : !tile to !row }
  }
// -----
// Vector, then cube: a row is prepared, stored, and loaded for a product.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %l1 = memref.alloc() : !tile
  %l0 = memref.alloc() : !tile
  %c = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %z_2 = memref.subview %z[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "scale" }
    sync.work on "mte3" { memref.copy %w, %z_2 : !tile to !row }
    sync.work on "mte2" { memref.copy %z_2, %l1 : !row to !tile }
    sync.work on "mte1" { memref.copy %l1, %l0 : !tile to !tile }
    sync.work on "m" reads(%l0 : !tile) writes(%c : !tile) { sync.opaque "mad" }
    sync.work on "fix" { memref.copy %c, %y_3 : !tile to !row }
  }
// -----
// Products and exponentials that follow from each other, with a sum that stays.
  %q = memref.alloc() : !tile
  %s = memref.alloc() : !tile
  %e = memref.alloc() : !tile
  %o = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %k = memref.alloc() : !two
  memref.store %zero, %o[%c0] : !tile
  memref.store %zero, %o[%c1] : !tile
  memref.store %zero, %o[%c2] : !tile
  memref.store %zero, %o[%c3] : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %q : !row to !tile }
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %k_2 = memref.subview %k[%slot, 0] [1, 4] [1, 1] : !two to !row
    %z_3 = memref.subview %z[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %z_3, %k_2 : !row to !row }
    sync.work on "m" reads(%q, %k_2 : !tile, !row) writes(%s : !tile) { sync.opaque "qk" }
    sync.work on "v" reads(%s : !tile) writes(%e : !tile) { sync.opaque "exp" }
    sync.work on "m" reads(%e, %k_2, %o : !tile, !row, !tile) writes(%o : !tile) { sync.opaque "pv" }
  }
  %y_4 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "v" reads(%o : !tile) writes(%w : !tile) { sync.opaque "div" }
  sync.work on "mte3" { memref.copy %w, %y_4 : !tile to !row }
// -----
// Two passes over the same rows: a mean, and what is left without it.
  %u = memref.alloc() : !tile
  %s = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  memref.store %zero, %s[%c0] : !tile
  memref.store %zero, %s[%c1] : !tile
  memref.store %zero, %s[%c2] : !tile
  memref.store %zero, %s[%c3] : !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "v" reads(%u, %s : !tile, !tile) writes(%s : !tile) { sync.opaque "add" }
  }
  sync.work on "v" reads(%s : !tile) writes(%s : !tile) { sync.opaque "mean" }
  scf.for %j = %c0 to %n step %c1 {
    %x_2 = memref.subview %x[%j, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%j, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_2, %u : !row to !tile }
    sync.work on "v" reads(%u, %s : !tile, !tile) writes(%w : !tile) { sync.opaque "sub" }
    sync.work on "mte3" { memref.copy %w, %y_3 : !tile to !row }
  }
// -----
// Two pipelines in one loop that share pipes and no memory.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %r = memref.alloc() : !tile
  %s = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %x_2 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    %z_4 = memref.subview %z[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "mte2" { memref.copy %x_2, %w : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%r : !tile) { sync.opaque "one" }
    sync.work on "v" reads(%w : !tile) writes(%s : !tile) { sync.opaque "two" }
    sync.work on "mte3" { memref.copy %r, %y_3 : !tile to !row }
    sync.work on "mte3" { memref.copy %s, %z_4 : !tile to !row }
  }
// -----
// Weights stay in L0, rows go through two levels with two slots each, products go out in two.
  %k = memref.alloc() : !tile
  %l1 = memref.alloc() : !two
  %l0 = memref.alloc() : !two
  %c = memref.alloc() : !two
  %z_1 = memref.subview %z[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %z_1, %k : !row to !tile }
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c2 : index
    %l1_2 = memref.subview %l1[%slot, 0] [1, 4] [1, 1] : !two to !row
    %l0_3 = memref.subview %l0[%slot, 0] [1, 4] [1, 1] : !two to !row
    %c_4 = memref.subview %c[%slot, 0] [1, 4] [1, 1] : !two to !row
    %x_5 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_6 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_5, %l1_2 : !row to !row }
    sync.work on "mte1" { memref.copy %l1_2, %l0_3 : !row to !row }
    sync.work on "m" reads(%k, %l0_3 : !tile, !row) writes(%c_4 : !row) { sync.opaque "mad" }
    sync.work on "fix" { memref.copy %c_4, %y_6 : !row to !row }
  }
