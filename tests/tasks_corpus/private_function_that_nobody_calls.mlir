// The function that would race is private, and nobody calls it.
// verdict: proved-or-unknown
// clean: @main(i64[1])

func.func private @never(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
