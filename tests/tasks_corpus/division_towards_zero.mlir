// Division rounds towards zero: half of -1 and of 1 is the same element.
// verdict: racy
// show: @main(-1, i64[9])
// quiet: @main(0, i64[9])
// quiet: @main(1, i64[9])

func.func @main(%n: index, %m: memref<9xi64>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %least = arith.constant -8 : index
  %low = arith.maxsi %n, %least : index
  scf.for %i = %low to %c4 step %c2 {
    %half = arith.divsi %i, %c2 : index
    %at = arith.addi %half, %c4 : index
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%at] : memref<9xi64>
      async.yield
    }
  }
  return
}
