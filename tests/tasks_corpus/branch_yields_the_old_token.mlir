// One branch launches a task and hands on the token from before it.
// verdict: racy
// show: @main(true, i64[1])
// quiet: @main(false, i64[1])

func.func @main(%c: i1, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %before = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %t = scf.if %c -> (!async.token) {
    %u = async.execute [%before] {
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    scf.yield %before : !async.token
  } else {
    scf.yield %before : !async.token
  }
  async.await %t : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
