// A row and a column of a matrix have one element in common.
// verdict: racy
// show: @main(1, 2, i64[4,4])
// quiet: @main(1, 1, i64[4,4])

func.func @main(%i: index, %j: index, %m: memref<4x4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5 : i64
  %r = arith.andi %i, %c3 : index
  %c = arith.andi %j, %c3 : index
  %row = memref.subview %m[%r, 0] [1, 4] [1, 1] : memref<4x4xi64> to memref<4xi64, strided<[1], offset: ?>>
  %column = memref.subview %m[0, %c] [4, 1] [1, 1] : memref<4x4xi64> to memref<4xi64, strided<[4], offset: ?>>
  %t = async.execute {
    scf.for %k = %c0 to %c4 step %c1 {
      memref.store %x, %row[%k] : memref<4xi64, strided<[1], offset: ?>>
    }
    async.yield
  }
  %other = arith.cmpi ne, %r, %c : index
  scf.if %other {
    scf.for %k = %c0 to %c4 step %c1 {
      memref.store %x, %column[%k] : memref<4xi64, strided<[4], offset: ?>>
    }
  }
  return
}
