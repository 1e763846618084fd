// Complex numbers: (1 + 2i)(3 - i).
// run: @main() = 5.0 : f64, 5.0 : f64
func.func @main() -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %three = arith.constant 3.0 : f64
  %minus = arith.constant -1.0 : f64
  %a = complex.create %one, %two : complex<f64>
  %b = complex.create %three, %minus : complex<f64>
  %p = complex.mul %a, %b : complex<f64>
  %r = complex.re %p : complex<f64>
  %i = complex.im %p : complex<f64>
  return %r, %i : f64, f64
}
