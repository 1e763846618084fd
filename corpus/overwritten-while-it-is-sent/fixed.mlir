// A kernel computes rows in two buffers by turns and sends each to memory. An element stands for a row.
func.func @main(%pool: memref<?xi64>, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %buffers = memref.alloc() : memref<2xi64, "vmem">
  scf.for %n = %c0 to %rows step %c1 {
    %bank = arith.remui %n, %c2 : index
    %again = arith.cmpi uge, %n, %c2 : index
    scf.if %again {
      sync.wait "sent"[%bank]
    }
    %computed = arith.index_cast %n : index to i64
    memref.store %computed, %buffers[%bank] : memref<2xi64, "vmem">
    sync.work on "out" {
      %row = memref.load %buffers[%bank] : memref<2xi64, "vmem">
      memref.store %row, %pool[%n] : memref<?xi64>
    }
    sync.signal "sent"[%bank] on "out"
  }
  %last = arith.minui %rows, %c2 : index
  scf.for %bank = %c0 to %last step %c1 {
    sync.wait "sent"[%bank]
  }
  return
}
