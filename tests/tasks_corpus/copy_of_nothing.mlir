// A copy of n elements touches none where n is 0, and a neighbour never.
// verdict: proved-or-unknown
// clean: @main(0, i64[8], i64[4])
// clean: @main(2, i64[8], i64[4])
// clean: @main(4, i64[8], i64[4])

func.func @main(%k: index, %m: memref<8xi64>, %from: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5 : i64
  %less = arith.minsi %k, %c4 : index
  %n = arith.maxsi %less, %c0 : index
  %part = memref.subview %from[0] [%n] [1] : memref<4xi64> to memref<?xi64, strided<[1]>>
  %to = memref.subview %m[0] [%n] [1] : memref<8xi64> to memref<?xi64, strided<[1]>>
  %t = async.execute {
    memref.copy %part, %to : memref<?xi64, strided<[1]>> to memref<?xi64, strided<[1]>>
    async.yield
  }
  memref.store %x, %m[%n] : memref<8xi64>
  return
}
