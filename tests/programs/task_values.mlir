// A task with three values of different types; its token says the same as they do.
// run: @main(3 : i32) = 9 : i32, 1.5 : f64, 1 : i1
func.func @main(%x: i32) -> (i32, f64, i1) {
  %t, %a, %b, %c = async.execute -> (!async.value<i32>, !async.value<f64>, !async.value<i1>) {
    %p = arith.muli %x, %x : i32
    %f = arith.sitofp %x : i32 to f64
    %two = arith.constant 2.0 : f64
    %q = arith.divf %f, %two : f64
    %o = arith.trunci %x : i32 to i1
    async.yield %p, %q, %o : i32, f64, i1
  }
  async.await %t : !async.token
  %r = async.await %a : !async.value<i32>
  %s = async.await %b : !async.value<f64>
  %u = async.await %c : !async.value<i1>
  return %r, %s, %u : i32, f64, i1
}
