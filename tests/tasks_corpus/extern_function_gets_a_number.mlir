// What the extern function is given is a number that was read behind the wait.
// verdict: proved-or-unknown
// clean: @main(i64[1])

func.func private @printI64(i64)
func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    func.call @printI64(%x) : (i64) -> ()
    async.yield
  }
  async.await %t : !async.token
  %y = memref.load %m[%c0] : memref<1xi64>
  func.call @printI64(%y) : (i64) -> ()
  return
}
