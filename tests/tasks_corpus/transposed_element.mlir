// Element (i, j) of a matrix and element (i, j) of its transpose: the same on the diagonal.
// verdict: racy
// show: @main(2, 2, i64[3,3])
// quiet: @main(1, 2, i64[3,3])

func.func @main(%a: index, %b: index, %m: memref<3x3xi64>) {
  %c3 = arith.constant 3 : index
  %x = arith.constant 5 : i64
  %i = arith.remui %a, %c3 : index
  %j = arith.remui %b, %c3 : index
  %w = memref.transpose %m (i, j) -> (j, i) : memref<3x3xi64> to memref<3x3xi64, strided<[1, 3]>>
  %t = async.execute {
    memref.store %x, %m[%i, %j] : memref<3x3xi64>
    async.yield
  }
  memref.store %x, %w[%i, %j] : memref<3x3xi64, strided<[1, 3]>>
  return
}
