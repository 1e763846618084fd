// An operand orders like a dependency, here through a value that is never used.
// verdict: proved-or-unknown
// clean: @main(i64[1])

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t, %v = async.execute -> !async.value<i64> {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield %x : i64
  }
  %u = async.execute (%v as %y: !async.value<i64>) {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  return
}
