// A function chosen at run time, also handed on as an argument.
// run: @main(0 : i1, 5 : i64) = 6 : i64, 7 : i64
// run: @main(1 : i1, 5 : i64) = 10 : i64, 20 : i64
func.func @main(%c: i1, %x: i64) -> (i64, i64) {
  %a = func.constant @double : (i64) -> i64
  %b = func.constant @increment : (i64) -> i64
  %f = arith.select %c, %a, %b : (i64) -> i64
  %r = func.call_indirect %f(%x) : (i64) -> i64
  %s = func.call @twice(%f, %x) : ((i64) -> i64, i64) -> i64
  return %r, %s : i64, i64
}
func.func private @twice(%f: (i64) -> i64, %x: i64) -> i64 {
  %y = func.call_indirect %f(%x) : (i64) -> i64
  %z = func.call_indirect %f(%y) : (i64) -> i64
  return %z : i64
}
func.func private @double(%x: i64) -> i64 {
  %y = arith.addi %x, %x : i64
  return %y : i64
}
func.func private @increment(%x: i64) -> i64 {
  %one = arith.constant 1 : i64
  %y = arith.addi %x, %one : i64
  return %y : i64
}
