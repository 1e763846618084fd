// An error in a task that nobody awaits does not fail the entry.
// run: @main() = 4 : i32
func.func @main() -> i32 {
  %four = arith.constant 4 : i32
  %t = async.execute {
    %false = arith.constant false
    cf.assert %false, "nobody sees this"
    async.yield
  }
  return %four : i32
}
