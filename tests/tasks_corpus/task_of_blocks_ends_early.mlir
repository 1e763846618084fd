// One way through the task's body leaves out the wait for the inner task.
// verdict: racy
// show: @main(true, i64[1])
// quiet: @main(false, i64[1])
// extension

func.func @main(%c: i1, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    %u = async.execute {
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    cf.cond_br %c, ^end, ^wait
  ^wait:
    async.await %u : !async.token
    cf.br ^end
  ^end:
    async.yield
  }
  async.await %t : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
