// A ring of three slots, of which each task waits for the task three before it.
// verdict: proved-or-unknown
// clean: @main(0, i64[3])
// clean: @main(1, i64[3])
// clean: @main(8, i64[3])
// extension

func.func @main(%n: index, %ring: memref<3xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = async.ready : !async.token
  %last:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r, %b = %r, %c = %r)
      -> (!async.token, !async.token, !async.token) {
    %slot = arith.remui %i, %c3 : index
    %t = async.execute [%a] {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %ring[%slot] : memref<3xi64>
      async.yield
    }
    scf.yield %b, %c, %t : !async.token, !async.token, !async.token
  }
  return
}
