// Division truncates, rounds down or rounds up; the remainder has the dividend's sign.
// run: @main(-7 : i32, 2 : i32) = -3 : i32, -4 : i32, -3 : i32, -1 : i32, 2147483644 : i32, 1 : i32
// run: @main(7 : i32, 2 : i32) = 3 : i32, 3 : i32, 4 : i32, 1 : i32, 3 : i32, 1 : i32
func.func @main(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32) {
  %t = arith.divsi %a, %b : i32
  %d = arith.floordivsi %a, %b : i32
  %u = arith.ceildivsi %a, %b : i32
  %r = arith.remsi %a, %b : i32
  %v = arith.divui %a, %b : i32
  %w = arith.remui %a, %b : i32
  return %t, %d, %u, %r, %v, %w : i32, i32, i32, i32, i32, i32
}
