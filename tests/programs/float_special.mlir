// NaN and signed zero: ordered and unordered comparisons, minimumf, maxnumf.
// run: @main() = 0 : i1, 1 : i1, 1 : i1, 1 : i1, 2.0 : f64
func.func @main() -> (i1, i1, i1, i1, f64) {
  %zero = arith.constant 0.0 : f64
  %negative = arith.constant -0.0 : f64
  %two = arith.constant 2.0 : f64
  %nan = arith.divf %zero, %zero : f64
  %ordered = arith.cmpf olt, %nan, %two : f64
  %unordered = arith.cmpf ult, %nan, %two : f64
  %least = arith.minimumf %zero, %negative : f64
  %bits = arith.bitcast %least : f64 to i64
  %none = arith.constant 0 : i64
  %is_negative = arith.cmpi slt, %bits, %none : i64
  %spread = arith.minimumf %nan, %two : f64
  %is_nan = arith.cmpf uno, %spread, %spread : f64
  %number = arith.maxnumf %nan, %two : f64
  return %ordered, %unordered, %is_negative, %is_nan, %number : i1, i1, i1, i1, f64
}
