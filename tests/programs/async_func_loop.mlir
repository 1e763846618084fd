// An async.func that awaits in a loop of blocks what it launches.
// run: @main(5 : i64) = 15 : i64
async.func @sum(%n: i64) -> !async.value<i64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  cf.br ^head(%n, %zero : i64, i64)
^head(%left: i64, %s: i64):
  %done = arith.cmpi eq, %left, %zero : i64
  cf.cond_br %done, ^end, ^body
^body:
  %t, %v = async.execute -> !async.value<i64> {
    async.yield %left : i64
  }
  %x = await %v : !async.value<i64>
  %next = arith.addi %s, %x : i64
  %less = arith.subi %left, %one : i64
  cf.br ^head(%less, %next : i64, i64)
^end:
  return %s : i64
}
func.func @main(%n: i64) -> i64 {
  %v = async.call @sum(%n) : (i64) -> !async.value<i64>
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
