// The wait is in a loop that may make no iteration, and so is the access behind it.
// verdict: proved-or-unknown
// clean: @main(-1, i64[1])
// clean: @main(0, i64[1])
// clean: @main(2, i64[1])

func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  scf.for %i = %c0 to %n step %c1 {
    async.await %t : !async.token
    memref.store %x, %m[%c0] : memref<1xi64>
  }
  return
}
