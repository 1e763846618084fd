// An index of four bits that would wrap, in a loop that makes at most sixteen iterations.
// verdict: proved-or-unknown
// clean: @main(-1, i64[16])
// clean: @main(0, i64[16])
// clean: @main(3, i64[16])
// clean: @main(40, i64[16])

func.func @main(%n: index, %m: memref<16xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %some = arith.minsi %n, %c16 : index
  scf.for %i = %c0 to %some step %c1 {
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
