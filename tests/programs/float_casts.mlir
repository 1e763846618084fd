// Integers to floats and back: toward zero, signed or not.
// run: @main(-3.75 : f64, -1 : i32) = -3 : i32, 4294967295.0 : f64, -1.0 : f64, -3.75 : f32
func.func @main(%x: f64, %n: i32) -> (i32, f64, f64, f32) {
  %i = arith.fptosi %x : f64 to i32
  %u = arith.uitofp %n : i32 to f64
  %s = arith.sitofp %n : i32 to f64
  %f = arith.truncf %x : f64 to f32
  return %i, %u, %s, %f : i32, f64, f64, f32
}
