// The task that would write at the same time depends on one that always fails.
// verdict: proved-or-unknown
// codes: S008
// clean: @main(i64[1])

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %false = arith.constant false
  %t = async.execute {
    cf.assert %false, "always"
    async.yield
  }
  %u = async.execute [%t] {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
