// Both print in between; that one line comes before another in each run is no order.
// verdict: racy
// show: @main(i64[1])

func.func private @printI64(i64)
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    func.call @printI64(%x) : (i64) -> ()
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  func.call @printI64(%x) : (i64) -> ()
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
