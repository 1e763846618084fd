// Each iteration awaits the task of the one before, and reads what that wrote.
// verdict: proved-or-unknown
// clean: @main(0, i64[6], i64[6])
// clean: @main(1, i64[6], i64[6])
// clean: @main(6, i64[6], i64[6])
// extension

func.func @main(%n: index, %m: memref<6xi64>, %out: memref<6xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %some = arith.minsi %n, %c6 : index
  %r = async.ready : !async.token
  %last = scf.for %i = %c0 to %some step %c1 iter_args(%before = %r) -> (!async.token) {
    %t = async.execute {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%i] : memref<6xi64>
      async.yield
    }
    async.await %before : !async.token
    %later = arith.cmpi sgt, %i, %c0 : index
    scf.if %later {
      %j = arith.subi %i, %c1 : index
      %y = memref.load %m[%j] : memref<6xi64>
      memref.store %y, %out[%j] : memref<6xi64>
    }
    scf.yield %t : !async.token
  }
  return
}
