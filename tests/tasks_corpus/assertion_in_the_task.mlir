// The assertion is in the task, which has written by then.
// verdict: racy
// show: @main(3, i64[8])
// quiet: @main(4, i64[8])

func.func @main(%n: index, %m: memref<8xi64>) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %x = arith.constant 5 : i64
  %at = arith.andi %n, %c7 : index
  %t = async.execute {
    memref.store %x, %m[%c3] : memref<8xi64>
    %other = arith.cmpi ne, %at, %c3 : index
    cf.assert %other, "the same element"
    async.yield
  }
  memref.store %x, %m[%at] : memref<8xi64>
  return
}
