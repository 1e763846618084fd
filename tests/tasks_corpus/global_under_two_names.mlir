// A function writes a global that its caller has the name of, too.
// verdict: racy
// show: @main()

memref.global "private" @state : memref<1xi64> = dense<0>
func.func private @touch() {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %g = memref.get_global @state : memref<1xi64>
  memref.store %x, %g[%c0] : memref<1xi64>
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %g = memref.get_global @state : memref<1xi64>
  %t = async.execute {
    func.call @touch() : () -> ()
    async.yield
  }
  memref.store %x, %g[%c0] : memref<1xi64>
  return
}
