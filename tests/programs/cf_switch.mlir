// A switch whose cases pass different values to one block.
// run: @main(0 : i32) = 10 : i64
// run: @main(7 : i32) = 70 : i64
// run: @main(-1 : i32) = 99 : i64
func.func @main(%flag: i32) -> i64 {
  %ten = arith.constant 10 : i64
  %seventy = arith.constant 70 : i64
  %other = arith.constant 99 : i64
  cf.switch %flag : i32, [
    default: ^join(%other : i64),
    0: ^join(%ten : i64),
    7: ^join(%seventy : i64)
  ]
^join(%x: i64):
  return %x : i64
}
