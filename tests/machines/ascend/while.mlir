// A loop that goes on while a condition holds.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %end_i = scf.while (%at_i = %c0) : (index) -> index {
    %go_i = arith.cmpi slt, %at_i, %n : index
    scf.condition(%go_i) %at_i : index
  } do {
  ^bb0(%i: index):
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_2 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
    %next_i = arith.addi %i, %c1 : index
    scf.yield %next_i : index
  }
// -----
// A loop with a condition, and two slots by its own counter.
  %in = memref.alloc() : !two
  %w = memref.alloc() : !tile
  %end_i = scf.while (%at_i = %c0) : (index) -> index {
    %go_i = arith.cmpi slt, %at_i, %n : index
    scf.condition(%go_i) %at_i : index
  } do {
  ^bb0(%i: index):
    %slot = arith.remui %i, %c2 : index
    %in_1 = memref.subview %in[%slot, 0] [1, 4] [1, 1] : !two to !row
    %x_2 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    %y_3 = memref.subview %y[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_2, %in_1 : !row to !row }
    sync.work on "v" reads(%in_1 : !row) writes(%w : !tile) { sync.opaque "vec" }
    sync.work on "mte3" { memref.copy %w, %y_3 : !tile to !row }
    %next_i = arith.addi %i, %c1 : index
    scf.yield %next_i : index
  }
// -----
// A loop with a condition in a loop with a counter.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  scf.for %j = %c0 to %m step %c1 {
    %end_i = scf.while (%at_i = %c0) : (index) -> index {
      %go_i = arith.cmpi slt, %at_i, %n : index
      scf.condition(%go_i) %at_i : index
    } do {
    ^bb0(%i: index):
      %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
      %y_2 = memref.subview %y[%j, 0] [1, 4] [1, 1] : !rows to !row
      sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
      sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
      sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
      %next_i = arith.addi %i, %c1 : index
      scf.yield %next_i : index
    }
  }
// -----
// A sum in a loop with a condition.
  %u = memref.alloc() : !tile
  %s = memref.alloc() : !tile
  memref.store %zero, %s[%c0] : !tile
  memref.store %zero, %s[%c1] : !tile
  memref.store %zero, %s[%c2] : !tile
  memref.store %zero, %s[%c3] : !tile
  %end_i = scf.while (%at_i = %c0) : (index) -> index {
    %go_i = arith.cmpi slt, %at_i, %n : index
    scf.condition(%go_i) %at_i : index
  } do {
  ^bb0(%i: index):
    %x_1 = memref.subview %x[%i, 0] [1, 4] [1, 1] : !rows to !row
    sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
    sync.work on "v" reads(%u, %s : !tile, !tile) writes(%s : !tile) { sync.opaque "add" }
    %next_i = arith.addi %i, %c1 : index
    scf.yield %next_i : index
  }
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte3" { memref.copy %s, %y_2 : !tile to !row }
