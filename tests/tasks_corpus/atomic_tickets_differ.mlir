// Each task takes a number from an atomic counter, and writes the element of that number.
// verdict: proved-or-unknown
// clean: @main(0, i64[4])
// clean: @main(2, i64[4])
// clean: @main(3, i64[4])

func.func @main(%n: index, %m: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %some = arith.minsi %n, %c4 : index
  %next = memref.alloc() : memref<1xi64>
  memref.store %zero, %next[%c0] : memref<1xi64>
  scf.for %i = %c0 to %some step %c1 {
    %t = async.execute {
      %ticket = memref.atomic_rmw addi %one, %next[%c0] : (i64, memref<1xi64>) -> i64
      %at = arith.index_cast %ticket : i64 to index
      memref.store %one, %m[%at] : memref<4xi64>
      async.yield
    }
  }
  return
}
