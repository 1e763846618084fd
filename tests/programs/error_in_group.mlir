// Two members of a group fail: the error is that of the lower rank, and the others have run.
// run: @main() fails R102 <- R101 "member 1"
// prints: 7
func.func private @printI64(i64)
func.func private @printNewline()
func.func @main() {
  %c3 = arith.constant 3 : index
  %seven = arith.constant 7 : i64
  %false = arith.constant false
  %g = async.create_group %c3 : !async.group
  %a = async.execute {
    func.call @printI64(%seven) : (i64) -> ()
    func.call @printNewline() : () -> ()
    async.yield
  }
  %c = async.execute {
    cf.assert %false, "member 2"
    async.yield
  }
  %b = async.execute [%c] {
    async.yield
  }
  %d = async.execute {
    cf.assert %false, "member 1"
    async.yield
  }
  %r0 = async.add_to_group %a, %g : !async.token
  %r1 = async.add_to_group %d, %g : !async.token
  %r2 = async.add_to_group %b, %g : !async.token
  async.await_all %g
  return
}
