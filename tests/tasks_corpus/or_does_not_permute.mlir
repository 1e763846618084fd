// i or 1 is the same for the numbers of a pair.
// verdict: racy
// show: @main(2, i64[8])
// quiet: @main(1, i64[8])

func.func @main(%n: index, %m: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %some = arith.minsi %n, %c8 : index
  scf.for %i = %c0 to %some step %c1 {
    %at = arith.ori %i, %c1 : index
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%at] : memref<8xi64>
      async.yield
    }
  }
  return
}
