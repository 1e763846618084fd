// No square is 2 or 3 modulo 4, whatever wraps: the access that would race is never made.
// verdict: proved-or-unknown
// clean: @main(0, i64[1])
// clean: @main(3, i64[1])
// clean: @main(-5, i64[1])
// clean: @main(4294967295, i64[1])

func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %square = arith.muli %n, %n : index
  %bit = arith.andi %square, %c2 : index
  %odd = arith.cmpi ne, %bit, %c0 : index
  scf.if %odd {
    memref.store %x, %m[%c0] : memref<1xi64>
  }
  return
}
