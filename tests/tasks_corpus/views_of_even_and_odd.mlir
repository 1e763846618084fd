// Two views with stride 2 that lie within each other and have no element in common.
// verdict: proved-or-unknown
// clean: @main(i64[8])

func.func @main(%m: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5 : i64
  %even = memref.subview %m[0] [4] [2] : memref<8xi64> to memref<4xi64, strided<[2]>>
  %odd = memref.subview %m[1] [4] [2] : memref<8xi64> to memref<4xi64, strided<[2], offset: 1>>
  %t = async.execute {
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %x, %even[%i] : memref<4xi64, strided<[2]>>
    }
    async.yield
  }
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %x, %odd[%i] : memref<4xi64, strided<[2], offset: 1>>
  }
  return
}
