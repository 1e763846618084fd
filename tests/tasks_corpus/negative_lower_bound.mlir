// A loop from n to 0 launches tasks only where n is negative, and two only where it is below -1.
// verdict: racy
// show: @main(-2, i64[1])
// quiet: @main(-1, i64[1])
// quiet: @main(7, i64[1])

func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  scf.for %i = %n to %c0 step %c1 {
    %t = async.execute {
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
  }
  return
}
