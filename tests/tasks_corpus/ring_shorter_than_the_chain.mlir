// A ring of three slots, of which each task waits for the task four before it.
// verdict: racy
// show: @main(4, i64[3])
// quiet: @main(3, i64[3])
// extension

func.func @main(%n: index, %ring: memref<3xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = async.ready : !async.token
  %last:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r, %b = %r, %c = %r, %d = %r)
      -> (!async.token, !async.token, !async.token, !async.token) {
    %slot = arith.remui %i, %c3 : index
    %t = async.execute [%a] {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %ring[%slot] : memref<3xi64>
      async.yield
    }
    scf.yield %b, %c, %d, %t : !async.token, !async.token, !async.token, !async.token
  }
  return
}
