// A task that ends at one of two yields.
// run: @main(1 : i1) = 1.5 : f64
// run: @main(0 : i1) = 2.5 : f64
// extension
func.func @main(%c: i1) -> f64 {
  %t, %v = async.execute -> !async.value<f64> {
    cf.cond_br %c, ^a, ^b
  ^a:
    %x = arith.constant 1.5 : f64
    async.yield %x : f64
  ^b:
    %y = arith.constant 2.5 : f64
    async.yield %y : f64
  }
  %r = async.await %v : !async.value<f64>
  return %r : f64
}
