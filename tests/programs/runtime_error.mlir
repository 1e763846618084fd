// The runtime level by hand: an error set, asked for, and met by an await.
// run: @main(1 : i1) fails R102 <- R105
// run: @main(0 : i1) = 1 : i1
func.func @main(%wait: i1) -> i1 {
  %t = async.runtime.create : !async.token
  async.runtime.set_error %t : !async.token
  async.runtime.await %t : !async.token
  %e = async.runtime.is_error %t : !async.token
  scf.if %wait {
    async.await %t : !async.token
  }
  return %e : i1
}
