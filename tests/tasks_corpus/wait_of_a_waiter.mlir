// Waiting for a task that waited, inside and in a function, is waiting for what that waited for.
// verdict: proved-or-unknown
// clean: @main(i64[1])

func.func private @wait(%t: !async.token) {
  async.await %t : !async.token
  return
}
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %u, %v = async.execute -> !async.value<i64> {
    func.call @wait(%t) : (!async.token) -> ()
    async.yield %x : i64
  }
  %y = async.await %v : !async.value<i64>
  memref.store %y, %m[%c0] : memref<1xi64>
  return
}
