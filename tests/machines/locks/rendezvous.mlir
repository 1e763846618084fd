// Each of two writes, tells the other, and reads what that one wrote.
// ends: right
// leaves: [1, 1]
func.func @main(%m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %shared = memref.alloc() : memref<2xi64>
  sync.process on "p0" {
    memref.store %one, %shared[%c0] : memref<2xi64>
    sync.signal "lock"[0], 1
    sync.wait "lock"[1], 1
    %x = memref.load %shared[%c1] : memref<2xi64>
    memref.store %x, %m[%c0] : memref<2xi64>
    sync.signal "done"[0]
  }
  sync.process on "p1" {
    memref.store %one, %shared[%c1] : memref<2xi64>
    sync.signal "lock"[1], 1
    sync.wait "lock"[0], 1
    %x = memref.load %shared[%c0] : memref<2xi64>
    memref.store %x, %m[%c1] : memref<2xi64>
    sync.signal "done"[0]
  }
  sync.wait "done"[0], 2
  return
}
