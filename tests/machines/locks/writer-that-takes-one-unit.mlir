// A writer takes as much as a reader: it writes while a reader reads.
// ends: S001
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %seen = memref.alloc() : memref<2xi64>
  sync.signal "room"[0], 2
  sync.process on "p0" {
    sync.wait "room"[0]
    %x = memref.load %m[%c0] : memref<1xi64>
    memref.store %x, %seen[%c0] : memref<2xi64>
    sync.signal "room"[0]
    sync.signal "done"[0]
  }
  sync.process on "p2" {
    sync.wait "room"[0]
    %x0 = memref.load %m[%c0] : memref<1xi64>
    %y0 = arith.addi %x0, %one : i64
    memref.store %y0, %m[%c0] : memref<1xi64>
    %x1 = memref.load %m[%c0] : memref<1xi64>
    %y1 = arith.addi %x1, %one : i64
    memref.store %y1, %m[%c0] : memref<1xi64>
    sync.signal "room"[0]
    sync.signal "done"[0]
  }
  sync.wait "done"[0], 2
  return
}
