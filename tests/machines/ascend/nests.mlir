// Two loops, one buffer each way.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %x_1 = memref.subview %x[%j, 0] [1, 4] [1, 1] : !rows to !row
      %y_2 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
      sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
      sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
      sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
    }
  }
// -----
// Two slots by the inner counter.
  %in = memref.alloc() : !two
  %out = memref.alloc() : !two
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %slot = arith.remui %j, %c2 : index
      %in_1 = memref.subview %in[%slot, 0] [1, 4] [1, 1] : !two to !row
      %out_2 = memref.subview %out[%slot, 0] [1, 4] [1, 1] : !two to !row
      %x_3 = memref.subview %x[%j, 0] [1, 4] [1, 1] : !rows to !row
      %y_4 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
      sync.work on "mte2" { memref.copy %x_3, %in_1 : !row to !row }
      sync.work on "v" reads(%in_1 : !row) writes(%out_2 : !row) { sync.opaque "vec" }
      sync.work on "mte3" { memref.copy %out_2, %y_4 : !row to !row }
    }
  }
// -----
// Loaded in the outer loop, used in the inner one, stored in the outer one.
  %u = memref.alloc() : !tile
  %s = memref.alloc() : !tile
  memref.store %zero, %s[%c0] : !tile
  memref.store %zero, %s[%c1] : !tile
  memref.store %zero, %s[%c2] : !tile
  memref.store %zero, %s[%c3] : !tile
  scf.for %i = %c0 to %n step %c1 {
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_2 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    scf.for %j = %c0 to %m step %c1 {
      sync.work on "v" reads(%u, %s : !tile, !tile) writes(%s : !tile) { sync.opaque "add" }
    }
    sync.work on "mte3" { memref.copy %s, %y_2 : !tile to !row }
  }
// -----
// A product of matrices: L1 with two slots in the outer loop, L0 with two in the inner one.
  %l1 = memref.alloc() : !two
  %l0 = memref.alloc() : !two
  %c = memref.alloc() : !tile
  memref.store %zero, %c[%c0] : !tile
  memref.store %zero, %c[%c1] : !tile
  memref.store %zero, %c[%c2] : !tile
  memref.store %zero, %c[%c3] : !tile
  scf.for %i = %c0 to %n step %c1 {
    %outer = arith.remui %i, %c2 : index
    %l1_1 = memref.subview %l1[%outer, 0] [1, 4] [1, 1] : !two to !row
    %x_2 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_2, %l1_1 : !row to !row }
    scf.for %j = %c0 to %m step %c1 {
      %inner = arith.remui %j, %c2 : index
      %l0_4 = memref.subview %l0[%inner, 0] [1, 4] [1, 1] : !two to !row
      sync.work on "mte1" { memref.copy %l1_1, %l0_4 : !row to !row }
      sync.work on "m" reads(%l0_4 : !row) writes(%c : !tile) { sync.opaque "mad" }
    }
    sync.work on "fix" { memref.copy %c, %y_3 : !tile to !row }
  }
// -----
// Three loops.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %x_1 = memref.subview %x[%k, 0] [1, 4] [1, 1] : !rows to !row
        %y_2 = memref.subview %y[%j, 0] [1, 4] [1, 1] : !rows to !row
        sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
        sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
        sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
      }
    }
  }
// -----
// Two inner loops, one behind the other, that hand over a buffer.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  memref.store %zero, %u[%c0] : !tile
  memref.store %zero, %u[%c1] : !tile
  memref.store %zero, %u[%c2] : !tile
  memref.store %zero, %u[%c3] : !tile
  memref.store %zero, %w[%c0] : !tile
  memref.store %zero, %w[%c1] : !tile
  memref.store %zero, %w[%c2] : !tile
  memref.store %zero, %w[%c3] : !tile
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %x_1 = memref.subview %x[%j, 0] [1, 4] [1, 1] : !rows to !row
      sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
      sync.work on "v" reads(%u, %w : !tile, !tile) writes(%w : !tile) { sync.opaque "add" }
    }
    scf.for %k = %c0 to %m step %c1 {
      %y_2 = memref.subview %y[%k, 0] [1, 4] [1, 1] : !rows to !row
      sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
    }
  }
// -----
// An inner loop that is known to have two iterations.
  %in = memref.alloc() : !two
  %w = memref.alloc() : !tile
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %in_1 = memref.subview %in[%j, 0] [1, 4] [1, 1] : !two to !row
      %x_2 = memref.subview %x[%j, 0] [1, 4] [1, 1] : !rows to !row
      sync.work on "mte2" { memref.copy %x_2, %in_1 : !row to !row }
    }
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "v" reads(%in : !two) writes(%w : !tile) { sync.opaque "sum" }
    sync.work on "mte3" { memref.copy %w, %y_3 : !tile to !row }
  }
