// The task that would complete the token fails before it does.
// verdict: deadlock
// show: @main(0)
// quiet: @main(1)

func.func @main(%n: i64) {
  %zero = arith.constant 0 : i64
  %slot = async.runtime.create : !async.token
  %ok = arith.cmpi ne, %n, %zero : i64
  %t = async.execute {
    cf.assert %ok, "zero"
    async.runtime.set_available %slot : !async.token
    async.yield
  }
  async.await %slot : !async.token
  return
}
