// Half of i is different for all i of a loop if its step is 2, not if it is 1.
// verdict: racy
// show: @main(1, i64[4])
// quiet: @main(2, i64[4])
// quiet: @main(3, i64[4])

func.func @main(%s: index, %m: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %step = arith.maxsi %s, %c1 : index
  scf.for %i = %c0 to %c8 step %step {
    %half = arith.shrui %i, %c1 : index
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%half] : memref<4xi64>
      async.yield
    }
  }
  return
}
