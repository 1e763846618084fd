// The producer does not wait for an empty slot: a slot is overwritten before it is read, and more is given than there is room for.
// ends: M002 S001
func.func @main(%m: memref<3xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %buffer = memref.alloc() : memref<2xi64>
  sync.process on "p0" {
    scf.for %i = %c0 to %c3 step %c1 {
      %slot = arith.remui %i, %c2 : index
      %item = arith.index_cast %i : index to i64
      memref.store %item, %buffer[%slot] : memref<2xi64>
      sync.signal "filled"[0]
    }
    sync.signal "done"[0]
  }
  sync.process on "p1" {
    scf.for %i = %c0 to %c3 step %c1 {
      sync.wait "filled"[0]
      %slot = arith.remui %i, %c2 : index
      %item = memref.load %buffer[%slot] : memref<2xi64>
      memref.store %item, %m[%i] : memref<3xi64>
      sync.signal "empty"[0]
    }
    sync.signal "done"[0]
  }
  sync.wait "done"[0], 2
  return
}
