// The rows of a matrix are parts of one array, the second from 4 to 7.
// verdict: racy
// show: @main(4, i64[4,4])
// show: @main(7, i64[4,4])
// quiet: @main(3, i64[4,4])
// quiet: @main(8, i64[4,4])

func.func @main(%n: index, %m: memref<4x4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c15 = arith.constant 15 : index
  %x = arith.constant 5 : i64
  %at = arith.andi %n, %c15 : index
  %flat = memref.collapse_shape %m [[0, 1]] : memref<4x4xi64> into memref<16xi64>
  %t = async.execute {
    scf.for %k = %c0 to %c4 step %c1 {
      memref.store %x, %m[%c1, %k] : memref<4x4xi64>
    }
    async.yield
  }
  memref.store %x, %flat[%at] : memref<16xi64>
  return
}
