// Six times i in four bits has eight different values only.
// verdict: racy
// show: @main(9, i64[16])
// quiet: @main(8, i64[16])

func.func @main(%n: index, %m: memref<16xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %six = arith.constant 6 : i4
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.index_cast %i : index to i64
    %narrow = arith.trunci %x : i64 to i4
    %product = arith.muli %narrow, %six : i4
    %at = arith.index_castui %product : i4 to index
    %t = async.execute {
      memref.store %x, %m[%at] : memref<16xi64>
      async.yield
    }
  }
  return
}
