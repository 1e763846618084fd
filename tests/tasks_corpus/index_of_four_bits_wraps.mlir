// An index is computed in four bits: the seventeenth task writes the element of the first.
// verdict: racy
// show: @main(17, i64[16])
// quiet: @main(16, i64[16])
// quiet: @main(-3, i64[16])

func.func @main(%n: index, %m: memref<16xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      %narrow = arith.trunci %x : i64 to i4
      %at = arith.index_castui %narrow : i4 to index
      memref.store %x, %m[%at] : memref<16xi64>
      async.yield
    }
  }
  return
}
