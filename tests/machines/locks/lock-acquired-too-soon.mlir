// Who needs both halves acquires 1: only one may be full.
// ends: S001 S006
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %buffer = memref.alloc() : memref<2xi64>
  // Lock 0 has two halves of a buffer to fill, lock 1 those that are full.
  sync.signal "lock"[0], 2
  sync.process on "p0" {
    sync.wait "lock"[0], 1
    memref.store %one, %buffer[%c0] : memref<2xi64>
    sync.signal "lock"[1], 1
    sync.signal "done"[0]
  }
  sync.process on "p1" {
    sync.wait "lock"[0], 1
    memref.store %one, %buffer[%c1] : memref<2xi64>
    sync.signal "lock"[1], 1
    sync.signal "done"[0]
  }
  sync.process on "p2" {
    sync.wait "lock"[1], 1
    %x = memref.load %buffer[%c0] : memref<2xi64>
    %y = memref.load %buffer[%c1] : memref<2xi64>
    %z = arith.addi %x, %y : i64
    memref.store %z, %m[%c0] : memref<1xi64>
    sync.signal "lock"[0], 2
    sync.signal "done"[0]
  }
  sync.wait "done"[0], 3
  return
}
