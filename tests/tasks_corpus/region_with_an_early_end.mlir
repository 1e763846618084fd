// A region of blocks yields the token of the task, or one that is ready where the task is launched nevertheless.
// verdict: racy
// show: @main(0, i64[1])
// quiet: @main(1, i64[1])
// extension

func.func @main(%n: i64, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %r = async.ready : !async.token
  %t = scf.execute_region -> !async.token {
    %u = async.execute {
      memref.store %n, %m[%c0] : memref<1xi64>
      async.yield
    }
    %none = arith.cmpi eq, %n, %zero : i64
    cf.cond_br %none, ^early, ^late
  ^early:
    scf.yield %r : !async.token
  ^late:
    scf.yield %u : !async.token
  }
  async.await %t : !async.token
  memref.store %n, %m[%c0] : memref<1xi64>
  return
}
