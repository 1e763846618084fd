// Two tasks choose one of two elements by the same condition, the other way round.
// verdict: proved-or-unknown
// clean: @main(true, i64[2])
// clean: @main(false, i64[2])

func.func @main(%c: i1, %m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %i = arith.select %c, %c0, %c1 : index
  %j = arith.select %c, %c1, %c0 : index
  %t = async.execute {
    memref.store %x, %m[%i] : memref<2xi64>
    async.yield
  }
  memref.store %x, %m[%j] : memref<2xi64>
  return
}
