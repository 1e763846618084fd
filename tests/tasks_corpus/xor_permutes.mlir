// Each task writes the element of its neighbour: i xor 1 is different for all i.
// verdict: proved-or-unknown
// clean: @main(8, i64[8])
// clean: @main(1, i64[8])
// clean: @main(0, i64[8])

func.func @main(%n: index, %m: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %some = arith.minsi %n, %c8 : index
  scf.for %i = %c0 to %some step %c1 {
    %at = arith.xori %i, %c1 : index
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%at] : memref<8xi64>
      async.yield
    }
  }
  return
}
