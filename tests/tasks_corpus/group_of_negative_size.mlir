// A group of a negative size is complete with an error: who awaits it goes no further.
// verdict: proved-or-unknown
// codes: R102
// clean: @main(i64[1])

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %less = arith.constant -1 : index
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %g = async.create_group %less : !async.group
  async.await_all %g
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
