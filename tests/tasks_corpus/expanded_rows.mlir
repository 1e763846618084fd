// An array seen as a matrix of two columns: column 0 has the even elements.
// verdict: proved-or-unknown
// clean: @main(0, i64[8])
// clean: @main(3, i64[8])
// clean: @main(-1, i64[8])

func.func @main(%n: index, %m: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 5 : i64
  %pairs = memref.expand_shape %m [[0, 1]] output_shape [4, 2] : memref<8xi64> into memref<4x2xi64>
  %k = arith.andi %n, %c3 : index
  %double = arith.addi %k, %k : index
  %odd = arith.ori %double, %c1 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %t = async.execute {
      memref.store %x, %pairs[%i, %c0] : memref<4x2xi64>
      async.yield
    }
  }
  memref.store %x, %m[%odd] : memref<8xi64>
  return
}
