// A task is launched under a condition, awaited under the same one, written out again, and then there is an access.
// verdict: proved-or-unknown
// clean: @main(3, i64[1])
// clean: @main(4, i64[1])
// clean: @main(-4, i64[1])
// extension

func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5 : i64
  %r = async.ready : !async.token
  %more = arith.cmpi sgt, %n, %c3 : index
  %t = scf.if %more -> (!async.token) {
    %u = async.execute {
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    scf.yield %u : !async.token
  } else {
    scf.yield %r : !async.token
  }
  %again = arith.cmpi sge, %n, %c4 : index
  scf.if %again {
    async.await %t : !async.token
  }
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
