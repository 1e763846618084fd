// The token is completed for positive numbers only, and awaited for all.
// verdict: deadlock
// show: @main(0)
// show: @main(-1)
// quiet: @main(1)

func.func @main(%n: i64) {
  %zero = arith.constant 0 : i64
  %slot = async.runtime.create : !async.token
  %more = arith.cmpi sgt, %n, %zero : i64
  %t = async.execute {
    scf.if %more {
      async.runtime.set_available %slot : !async.token
    }
    async.yield
  }
  async.await %slot : !async.token
  return
}
