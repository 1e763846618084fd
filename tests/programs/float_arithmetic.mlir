// Floats of two widths: each operation is rounded to its own type.
// run: @main(16777216.0 : f32, 1.0 : f32) = 16777216.0 : f32, 16777217.0 : f64, 0.5 : f32
func.func @main(%a: f32, %b: f32) -> (f32, f64, f32) {
  %sum = arith.addf %a, %b : f32
  %wa = arith.extf %a : f32 to f64
  %wb = arith.extf %b : f32 to f64
  %wide = arith.addf %wa, %wb : f64
  %two = arith.constant 2.0 : f32
  %half = arith.divf %b, %two : f32
  return %sum, %wide, %half : f32, f64, f32
}
