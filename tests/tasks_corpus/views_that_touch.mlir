// Two parts of an array, the one from 0 to k, the other from k on.
// verdict: proved-or-unknown
// clean: @main(0, i64[8])
// clean: @main(3, i64[8])
// clean: @main(8, i64[8])
// clean: @main(-9, i64[8])

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
  %c8 = arith.constant 8 : index
  %less = arith.minsi %n, %c8 : index
  %k = arith.maxsi %less, %c0 : index
  %rest = arith.subi %c8, %k : index
  %any = memref.cast %m : memref<8xi64> to memref<8xi64, strided<[1], offset: ?>>
  %low = memref.subview %any[0] [%k] [1] : memref<8xi64, strided<[1], offset: ?>> to memref<?xi64, strided<[1], offset: ?>>
  %high = memref.subview %any[%k] [%rest] [1] : memref<8xi64, strided<[1], offset: ?>> to memref<?xi64, strided<[1], offset: ?>>
  %t = async.execute {
    func.call @fill(%low) : (memref<?xi64, strided<[1], offset: ?>>) -> ()
    async.yield
  }
  func.call @fill(%high) : (memref<?xi64, strided<[1], offset: ?>>) -> ()
  return
}
