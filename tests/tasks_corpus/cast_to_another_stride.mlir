// An array is seen anew with an offset and a stride that the caller chooses.
// verdict: racy
// show: @main(0, 1, i64[16])
// show: @main(1, 2, i64[16])
// quiet: @main(4, 1, i64[16])
// quiet: @main(0, 4, i64[16])

func.func @main(%o: index, %s: index, %m: memref<16xi64>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5 : i64
  %low = arith.minui %o, %c4 : index
  %step = arith.minui %s, %c4 : index
  %v = memref.reinterpret_cast %m to offset: [%low], sizes: [3], strides: [%step]
    : memref<16xi64> to memref<3xi64, strided<[?], offset: ?>>
  %t = async.execute {
    memref.store %x, %m[%c3] : memref<16xi64>
    memref.store %x, %m[%c2] : memref<16xi64>
    async.yield
  }
  memref.store %x, %v[%c1] : memref<3xi64, strided<[?], offset: ?>>
  memref.store %x, %v[%c2] : memref<3xi64, strided<[?], offset: ?>>
  return
}
