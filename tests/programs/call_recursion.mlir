// Mutual recursion.
// run: @main(10 : i32) = 1 : i1
// run: @main(7 : i32) = 0 : i1
func.func @main(%n: i32) -> i1 {
  %r = func.call @even(%n) : (i32) -> i1
  return %r : i1
}
func.func private @even(%n: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %end, ^yes, ^go
^yes:
  %true = arith.constant true
  return %true : i1
^go:
  %m = arith.subi %n, %one : i32
  %r = func.call @odd(%m) : (i32) -> i1
  return %r : i1
}
func.func private @odd(%n: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %end, ^no, ^go
^no:
  %false = arith.constant false
  return %false : i1
^go:
  %m = arith.subi %n, %one : i32
  %r = func.call @even(%m) : (i32) -> i1
  return %r : i1
}
