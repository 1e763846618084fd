// The program fills an index table with a permutation, and changes one number of it for n = 2.
// verdict: racy
// show: @main(2, i64[4])
// quiet: @main(1, i64[4])
// quiet: @main(3, i64[4])

func.func @main(%n: index, %m: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5 : i64
  %order = memref.alloc() : memref<4xindex>
  scf.for %i = %c0 to %c4 step %c1 {
    %at = arith.subi %c3, %i : index
    memref.store %at, %order[%i] : memref<4xindex>
  }
  %two = arith.cmpi eq, %n, %c2 : index
  scf.if %two {
    memref.store %c0, %order[%c1] : memref<4xindex>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %at = memref.load %order[%i] : memref<4xindex>
    %t = async.execute {
      memref.store %x, %m[%at] : memref<4xi64>
      async.yield
    }
  }
  return
}
