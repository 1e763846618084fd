// An async.func runs in its caller until its first wait: the caller prints in between.
// run: @main()
// prints: 1 2 3 4
func.func private @printI64(i64)
func.func private @printNewline()
func.func private @say(%x: i64) {
  call @printI64(%x) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
async.func @f(%slot: !async.token) -> !async.token {
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : i64
  func.call @say(%one) : (i64) -> ()
  async.await %slot : !async.token
  func.call @say(%three) : (i64) -> ()
  return
}
func.func @main() {
  %two = arith.constant 2 : i64
  %four = arith.constant 4 : i64
  %slot = async.runtime.create : !async.token
  %t = async.call @f(%slot) : (!async.token) -> !async.token
  call @say(%two) : (i64) -> ()
  async.runtime.set_available %slot : !async.token
  async.await %t : !async.token
  call @say(%four) : (i64) -> ()
  return
}
