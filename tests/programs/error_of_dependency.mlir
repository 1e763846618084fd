// A task whose dependency failed does not run its body: nothing is printed.
// run: @main() fails R102 <- R102 <- R101 "first"
// prints:
func.func private @printI64(i64)
func.func @main() {
  %one = arith.constant 1 : i64
  %t = async.execute {
    %false = arith.constant false
    cf.assert %false, "first"
    async.yield
  }
  %u = async.execute [%t] {
    func.call @printI64(%one) : (i64) -> ()
    async.yield
  }
  async.await %u : !async.token
  return
}
