// Below the diagonal of a matrix, and below that of its transpose, which is above.
// verdict: proved-or-unknown
// clean: @main(i64[3,3])

func.func @main(%m: memref<3x3xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 5 : i64
  %w = memref.transpose %m (i, j) -> (j, i) : memref<3x3xi64> to memref<3x3xi64, strided<[1, 3]>>
  %t = async.execute {
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %i step %c1 {
        memref.store %x, %m[%i, %j] : memref<3x3xi64>
      }
    }
    async.yield
  }
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      memref.store %x, %w[%i, %j] : memref<3x3xi64, strided<[1, 3]>>
    }
  }
  return
}
