// A function launches a task and returns its token, or one that is ready where it launched none.
// verdict: proved-or-unknown
// clean: @main(true, i64[1])
// clean: @main(false, i64[1])
// extension

func.func private @start(%c: i1, %m: memref<1xi64>) -> !async.token {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = scf.if %c -> (!async.token) {
    %u = async.execute {
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    scf.yield %u : !async.token
  } else {
    %r = async.ready : !async.token
    scf.yield %r : !async.token
  }
  return %t : !async.token
}
func.func @main(%c: i1, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i64
  %t = func.call @start(%c, %m) : (i1, memref<1xi64>) -> !async.token
  async.await %t : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
