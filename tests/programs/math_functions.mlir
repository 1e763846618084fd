// Functions of the math dialect whose results are exact.
// run: @main(-2.5 : f64, 9.0 : f64) = 2.5 : f64, 3.0 : f64, -3.0 : f64, -2.0 : f64, -13.5 : f64, -9.0 : f64
func.func @main(%a: f64, %b: f64) -> (f64, f64, f64, f64, f64, f64) {
  %abs = math.absf %a : f64
  %root = math.sqrt %b : f64
  %down = math.floor %a : f64
  %up = math.ceil %a : f64
  %fma = math.fma %a, %b, %b : f64
  %sign = math.copysign %b, %a : f64
  return %abs, %root, %down, %up, %fma, %sign : f64, f64, f64, f64, f64, f64
}
