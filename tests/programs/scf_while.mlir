// The Collatz sequence: a while loop whose condition computes.
// run: @main(27 : i64) = 111 : i64
func.func @main(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %r:2 = scf.while (%x = %n, %steps = %zero) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi ne, %x, %one : i64
    scf.condition(%more) %x, %steps : i64, i64
  } do {
  ^bb0(%x: i64, %steps: i64):
    %rest = arith.remui %x, %two : i64
    %odd = arith.cmpi eq, %rest, %one : i64
    %next = scf.if %odd -> (i64) {
      %t = arith.muli %x, %three : i64
      %u = arith.addi %t, %one : i64
      scf.yield %u : i64
    } else {
      %h = arith.divui %x, %two : i64
      scf.yield %h : i64
    }
    %s = arith.addi %steps, %one : i64
    scf.yield %next, %s : i64, i64
  }
  return %r#1 : i64
}
