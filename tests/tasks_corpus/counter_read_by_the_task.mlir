// Each task reads the counter itself, which the launcher has changed by then, perhaps.
// verdict: racy
// show: @main(1, i64[5])
// quiet: @main(0, i64[5])

func.func @main(%n: index, %m: memref<5xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5 : i64
  %some = arith.minsi %n, %c4 : index
  %count = memref.alloc() : memref<index>
  memref.store %c0, %count[] : memref<index>
  scf.for %i = %c0 to %some step %c1 {
    %t = async.execute {
      %at = memref.load %count[] : memref<index>
      memref.store %x, %m[%at] : memref<5xi64>
      async.yield
    }
    %next = arith.addi %i, %c1 : index
    memref.store %next, %count[] : memref<index>
  }
  return
}
