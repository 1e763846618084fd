// Each task gets the next number of a counter that only the launcher changes.
// verdict: proved-or-unknown
// clean: @main(0, i64[4])
// clean: @main(4, i64[4])

func.func @main(%n: index, %m: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5 : i64
  %some = arith.minsi %n, %c4 : index
  %count = memref.alloc() : memref<index>
  memref.store %c0, %count[] : memref<index>
  scf.for %i = %c0 to %some step %c1 {
    %at = memref.load %count[] : memref<index>
    %t = async.execute {
      memref.store %x, %m[%at] : memref<4xi64>
      async.yield
    }
    %next = arith.addi %at, %c1 : index
    memref.store %next, %count[] : memref<index>
  }
  return
}
