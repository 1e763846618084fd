// Two add to one number, one at a time.
// ends: right
// leaves: [2]
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  sync.process on "p0" {
    sync.wait "mutex"[0]
    %x0 = memref.load %m[%c0] : memref<1xi64>
    %y0 = arith.addi %x0, %one : i64
    memref.store %y0, %m[%c0] : memref<1xi64>
    sync.signal "mutex"[0]
    sync.signal "done"[0]
  }
  sync.process on "p1" {
    sync.wait "mutex"[0]
    %x0 = memref.load %m[%c0] : memref<1xi64>
    %y0 = arith.addi %x0, %one : i64
    memref.store %y0, %m[%c0] : memref<1xi64>
    sync.signal "mutex"[0]
    sync.signal "done"[0]
  }
  sync.wait "done"[0], 2
  return
}
