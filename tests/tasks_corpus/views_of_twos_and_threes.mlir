// Every second and every third element: both have the elements 0 and 6.
// verdict: racy
// show: @main(3, i64[9])
// show: @main(0, i64[9])
// quiet: @main(1, i64[9])

func.func @main(%k: index, %m: memref<9xi64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 5 : i64
  %at = arith.andi %k, %c3 : index
  %twos = memref.subview %m[0] [4] [2] : memref<9xi64> to memref<4xi64, strided<[2]>>
  %threes = memref.subview %m[0] [3] [3] : memref<9xi64> to memref<3xi64, strided<[3]>>
  %two = arith.constant 2 : index
  %t = async.execute {
    memref.store %x, %twos[%at] : memref<4xi64, strided<[2]>>
    async.yield
  }
  memref.store %x, %threes[%two] : memref<3xi64, strided<[3]>>
  memref.store %x, %threes[%c0] : memref<3xi64, strided<[3]>>
  return
}
