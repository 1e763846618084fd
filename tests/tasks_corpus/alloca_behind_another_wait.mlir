// The function ends behind a wait for a task, but not for the one that uses its memory.
// verdict: racy
// codes: S002
// show: @main()
// show: @main() exhaustive

func.func private @f() {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %m = memref.alloca() : memref<1xi64>
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %u = async.execute {
    async.yield
  }
  async.await %u : !async.token
  return
}
func.func @main() {
  func.call @f() : () -> ()
  return
}
