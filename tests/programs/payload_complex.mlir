// A value whose payload is a complex number.
// run: @main(3.0 : f32) = 3.0 : f32, -6.0 : f32
func.func @main(%x: f32) -> (f32, f32) {
  %t, %v = async.execute -> !async.value<complex<f32>> {
    %minus = arith.constant -2.0 : f32
    %y = arith.mulf %x, %minus : f32
    %z = complex.create %x, %y : complex<f32>
    async.yield %z : complex<f32>
  }
  %z = async.await %v : !async.value<complex<f32>>
  %a = complex.re %z : complex<f32>
  %b = complex.im %z : complex<f32>
  return %a, %b : f32, f32
}
