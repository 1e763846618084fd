// The wait for the group always fails, and so the access behind it is never made.
// verdict: proved-or-unknown
// codes: R102
// clean: @main(i64[1])

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %false = arith.constant false
  %u = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %g = async.create_group %c1 : !async.group
  %t = async.execute {
    cf.assert %false, "always"
    async.yield
  }
  %rank = async.add_to_group %t, %g : !async.token
  async.await_all %g
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
