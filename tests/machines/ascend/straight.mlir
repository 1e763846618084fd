// Load, compute, store.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
  sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
// -----
// Two loads feed one computation.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %r = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %x_2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : !rows to !row
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "mte2" { memref.copy %x_2, %w : !row to !tile }
  sync.work on "v" reads(%u, %w : !tile, !tile) writes(%r : !tile) { sync.opaque "vec" }
  sync.work on "mte3" { memref.copy %r, %y_3 : !tile to !row }
// -----
// Two chains that have nothing in common, one op of each in turn.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %r = memref.alloc() : !tile
  %s = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %x_2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : !rows to !row
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_4 = memref.subview %y[%c1, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "mte2" { memref.copy %x_2, %w : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%r : !tile) { sync.opaque "one" }
  sync.work on "v" reads(%w : !tile) writes(%s : !tile) { sync.opaque "other" }
  sync.work on "mte3" { memref.copy %r, %y_3 : !tile to !row }
  sync.work on "mte3" { memref.copy %s, %y_4 : !tile to !row }
// -----
// A chain of vector instructions in place: barriers between them.
  %u = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%u : !tile) { sync.opaque "step0" }
  sync.work on "v" reads(%u : !tile) writes(%u : !tile) { sync.opaque "step1" }
  sync.work on "v" reads(%u : !tile) writes(%u : !tile) { sync.opaque "step2" }
  sync.work on "v" reads(%u : !tile) writes(%u : !tile) { sync.opaque "step3" }
  sync.work on "mte3" { memref.copy %u, %y_2 : !tile to !row }
// -----
// Vector instructions of which only some follow from each other.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %r = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "a" }
  sync.work on "v" reads(%u : !tile) writes(%r : !tile) { sync.opaque "b" }
  sync.work on "v" reads(%w, %r : !tile, !tile) writes(%u : !tile) { sync.opaque "c" }
  sync.work on "mte3" { memref.copy %u, %y_2 : !tile to !row }
// -----
// A buffer is loaded again when the computation has read it.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %r = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %x_2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : !rows to !row
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_4 = memref.subview %y[%c1, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "one" }
  sync.work on "mte2" { memref.copy %x_2, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%r : !tile) { sync.opaque "two" }
  sync.work on "mte3" { memref.copy %w, %y_3 : !tile to !row }
  sync.work on "mte3" { memref.copy %r, %y_4 : !tile to !row }
// -----
// What is stored is loaded again, by way of global memory.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %r = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %z_3 = memref.subview %z[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "one" }
  sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
  sync.work on "mte2" { memref.copy %y_2, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%r : !tile) { sync.opaque "two" }
  sync.work on "mte3" { memref.copy %r, %z_3 : !tile to !row }
// -----
// The cube unit: two operands by way of L1, the product by way of L0C.
  %la = memref.alloc() : !tile
  %lb = memref.alloc() : !tile
  %a0 = memref.alloc() : !tile
  %b0 = memref.alloc() : !tile
  %c = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %x_2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : !rows to !row
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %la : !row to !tile }
  sync.work on "mte1" { memref.copy %la, %a0 : !tile to !tile }
  sync.work on "mte2" { memref.copy %x_2, %lb : !row to !tile }
  sync.work on "mte1" { memref.copy %lb, %b0 : !tile to !tile }
  sync.work on "m" reads(%a0, %b0 : !tile, !tile) writes(%c : !tile) { sync.opaque "mad" }
  sync.work on "fix" { memref.copy %c, %y_3 : !tile to !row }
// -----
// A product that the vector unit goes on with, by way of global memory.
  %a0 = memref.alloc() : !tile
  %c = memref.alloc() : !tile
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %z_2 = memref.subview %z[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %a0 : !row to !tile }
  sync.work on "m" reads(%a0 : !tile) writes(%c : !tile) { sync.opaque "mad" }
  sync.work on "fix" { memref.copy %c, %z_2 : !tile to !row }
  sync.work on "mte2" { memref.copy %z_2, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "relu" }
  sync.work on "mte3" { memref.copy %w, %y_3 : !tile to !row }
// -----
// The scalar unit reads what the vector unit has computed, and writes what it reads next.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "sum" }
  %s = memref.load %w[%c0] : !tile
  %t = arith.addf %s, %s : f32
  memref.store %t, %u[%c1] : !tile
  sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "scale" }
  sync.work on "mte3" { memref.copy %w, %y_2 : !tile to !row }
// -----
// More loads under way than there are event ids.
  %u0 = memref.alloc() : !tile
  %u1 = memref.alloc() : !tile
  %u2 = memref.alloc() : !tile
  %u3 = memref.alloc() : !tile
  %u4 = memref.alloc() : !tile
  %u5 = memref.alloc() : !tile
  %u6 = memref.alloc() : !tile
  %u7 = memref.alloc() : !tile
  %u8 = memref.alloc() : !tile
  %u9 = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %x_2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : !rows to !row
  %x_3 = memref.subview %x[%c2, 0] [1, 4] [1, 1] : !rows to !row
  %x_4 = memref.subview %x[%c3, 0] [1, 4] [1, 1] : !rows to !row
  %x_5 = memref.subview %x[%c4, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u0 : !row to !tile }
  sync.work on "mte2" { memref.copy %x_2, %u1 : !row to !tile }
  sync.work on "mte2" { memref.copy %x_3, %u2 : !row to !tile }
  sync.work on "mte2" { memref.copy %x_4, %u3 : !row to !tile }
  sync.work on "mte2" { memref.copy %x_5, %u4 : !row to !tile }
  sync.work on "mte2" { memref.copy %x_1, %u5 : !row to !tile }
  sync.work on "mte2" { memref.copy %x_2, %u6 : !row to !tile }
  sync.work on "mte2" { memref.copy %x_3, %u7 : !row to !tile }
  sync.work on "mte2" { memref.copy %x_4, %u8 : !row to !tile }
  sync.work on "mte2" { memref.copy %x_5, %u9 : !row to !tile }
  sync.work on "v" reads(%u0 : !tile) writes(%u0 : !tile) { sync.opaque "square" }
  sync.work on "v" reads(%u1 : !tile) writes(%u1 : !tile) { sync.opaque "square" }
  sync.work on "v" reads(%u2 : !tile) writes(%u2 : !tile) { sync.opaque "square" }
  sync.work on "v" reads(%u3 : !tile) writes(%u3 : !tile) { sync.opaque "square" }
  sync.work on "v" reads(%u4 : !tile) writes(%u4 : !tile) { sync.opaque "square" }
  sync.work on "v" reads(%u5 : !tile) writes(%u5 : !tile) { sync.opaque "square" }
  sync.work on "v" reads(%u6 : !tile) writes(%u6 : !tile) { sync.opaque "square" }
  sync.work on "v" reads(%u7 : !tile) writes(%u7 : !tile) { sync.opaque "square" }
  sync.work on "v" reads(%u8 : !tile) writes(%u8 : !tile) { sync.opaque "square" }
  sync.work on "v" reads(%u9 : !tile) writes(%u9 : !tile) { sync.opaque "square" }
  %y_6 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_7 = memref.subview %y[%c1, 0] [1, 4] [1, 1] : !rows to !row
  %y_8 = memref.subview %y[%c2, 0] [1, 4] [1, 1] : !rows to !row
  %y_9 = memref.subview %y[%c3, 0] [1, 4] [1, 1] : !rows to !row
  %y_10 = memref.subview %y[%c4, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte3" { memref.copy %u0, %y_6 : !tile to !row }
  sync.work on "mte3" { memref.copy %u1, %y_7 : !tile to !row }
  sync.work on "mte3" { memref.copy %u2, %y_8 : !tile to !row }
  sync.work on "mte3" { memref.copy %u3, %y_9 : !tile to !row }
  sync.work on "mte3" { memref.copy %u4, %y_10 : !tile to !row }
// -----
// Loads of one pipe into one buffer stay in order by themselves.
  %u = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %x_2 = memref.subview %x[%c1, 0] [1, 4] [1, 1] : !rows to !row
  %y_3 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "mte2" { memref.copy %x_2, %u : !row to !tile }
  sync.work on "mte3" { memref.copy %u, %y_3 : !tile to !row }
// -----
// Several readers on several pipes of what is loaded once.
  %u = memref.alloc() : !tile
  %w = memref.alloc() : !tile
  %r = memref.alloc() : !tile
  %x_1 = memref.subview %x[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %y_2 = memref.subview %y[%c0, 0] [1, 4] [1, 1] : !rows to !row
  %z_3 = memref.subview %z[%c0, 0] [1, 4] [1, 1] : !rows to !row
  sync.work on "mte2" { memref.copy %x_1, %u : !row to !tile }
  sync.work on "v" reads(%u : !tile) writes(%w : !tile) { sync.opaque "vec" }
  sync.work on "mte3" { memref.copy %u, %y_2 : !tile to !row }
  sync.work on "mte1" { memref.copy %u, %r : !tile to !tile }
  sync.work on "mte2" { memref.copy %z_3, %u : !row to !tile }
  sync.work on "mte3" { memref.copy %w, %z_3 : !tile to !row }
