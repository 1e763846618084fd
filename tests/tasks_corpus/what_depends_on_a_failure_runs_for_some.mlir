// The assertion holds for positive numbers, and then what depends on it runs.
// verdict: racy
// show: @main(1, i64[1])
// quiet: @main(0, i64[1])
// quiet: @main(-1, i64[1])

func.func @main(%n: i64, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %t = async.execute {
    %positive = arith.cmpi sgt, %n, %zero : i64
    cf.assert %positive, "not positive"
    async.yield
  }
  %u = async.execute [%t] {
    memref.store %n, %m[%c0] : memref<1xi64>
    async.yield
  }
  memref.store %n, %m[%c0] : memref<1xi64>
  return
}
