// A chain through two nested loops, of which the inner one may make no iteration.
// verdict: proved-or-unknown
// clean: @main(3, 2, i64[1])
// clean: @main(3, 0, i64[1])
// clean: @main(0, 3, i64[1])
// extension

func.func @main(%n: index, %k: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %r = async.ready : !async.token
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %r) -> (!async.token) {
    %inner = scf.for %j = %c0 to %k step %c1 iter_args(%before = %outer) -> (!async.token) {
      %t = async.execute [%before] {
        memref.store %x, %m[%c0] : memref<1xi64>
        async.yield
      }
      scf.yield %t : !async.token
    }
    scf.yield %inner : !async.token
  }
  async.await %last : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
