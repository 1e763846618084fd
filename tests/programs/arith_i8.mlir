// Eight-bit integers wrap, and signed and unsigned operations differ.
// run: @main(100 : i8, 100 : i8) = -56 : i8, 16 : i8, 1 : i8, 0 : i8, 12 : i8
// run: @main(-128 : i8, 7 : i8) = -121 : i8, -128 : i8, -18 : i8, -2 : i8, -16 : i8
func.func @main(%a: i8, %b: i8) -> (i8, i8, i8, i8, i8) {
  %three = arith.constant 3 : i8
  %sum = arith.addi %a, %b : i8
  %product = arith.muli %a, %b : i8
  %quotient = arith.divsi %a, %b : i8
  %rest = arith.remsi %a, %b : i8
  %shift = arith.shrsi %a, %three : i8
  %low = arith.andi %sum, %product : i8
  return %sum, %product, %quotient, %rest, %shift : i8, i8, i8, i8, i8
}
