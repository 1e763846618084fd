// Rounded down, half of i is different for all i of a loop by twos, negative ones too.
// verdict: proved-or-unknown
// clean: @main(-8, i64[9])
// clean: @main(-1, i64[9])
// clean: @main(0, i64[9])
// clean: @main(9, i64[9])

func.func @main(%n: index, %m: memref<9xi64>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %least = arith.constant -8 : index
  %low = arith.maxsi %n, %least : index
  scf.for %i = %low to %c4 step %c2 {
    %half = arith.floordivsi %i, %c2 : index
    %at = arith.addi %half, %c4 : index
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%at] : memref<9xi64>
      async.yield
    }
  }
  return
}
