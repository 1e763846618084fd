// Five times i in four bits wraps, and yet is different for sixteen numbers in a row.
// verdict: proved-or-unknown
// clean: @main(-7, i64[16])
// clean: @main(1, i64[16])
// clean: @main(16, i64[16])
// clean: @main(99, i64[16])

func.func @main(%n: index, %m: memref<16xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %five = arith.constant 5 : i4
  %some = arith.minsi %n, %c16 : index
  scf.for %i = %c0 to %some step %c1 {
    %x = arith.index_cast %i : index to i64
    %narrow = arith.trunci %x : i64 to i4
    %product = arith.muli %narrow, %five : i4
    %at = arith.index_castui %product : i4 to index
    %t = async.execute {
      memref.store %x, %m[%at] : memref<16xi64>
      async.yield
    }
  }
  return
}
