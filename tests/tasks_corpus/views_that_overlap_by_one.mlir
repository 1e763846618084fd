// As views_that_touch, with one element more in the lower part where there is room.
// verdict: racy
// show: @main(3, i64[8])
// quiet: @main(8, i64[8])

func.func private @fill(%part: memref<?xi64, strided<[1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %n = memref.dim %part, %c0 : memref<?xi64, strided<[1], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %part[%i] : memref<?xi64, strided<[1], offset: ?>>
  }
  return
}
func.func @main(%n: index, %m: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %less = arith.minsi %n, %c8 : index
  %k = arith.maxsi %less, %c0 : index
  %rest = arith.subi %c8, %k : index
  %up = arith.addi %k, %c1 : index
  %more = arith.minsi %up, %c8 : index
  %any = memref.cast %m : memref<8xi64> to memref<8xi64, strided<[1], offset: ?>>
  %low = memref.subview %any[0] [%more] [1] : memref<8xi64, strided<[1], offset: ?>> to memref<?xi64, strided<[1], offset: ?>>
  %high = memref.subview %any[%k] [%rest] [1] : memref<8xi64, strided<[1], offset: ?>> to memref<?xi64, strided<[1], offset: ?>>
  %t = async.execute {
    func.call @fill(%low) : (memref<?xi64, strided<[1], offset: ?>>) -> ()
    async.yield
  }
  func.call @fill(%high) : (memref<?xi64, strided<[1], offset: ?>>) -> ()
  return
}
