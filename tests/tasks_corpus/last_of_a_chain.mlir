// The last of the tasks is awaited, and each depends on the one before.
// verdict: proved-or-unknown
// clean: @main(-1, i64[4])
// clean: @main(1, i64[4])
// clean: @main(9, i64[4])
// extension

func.func @main(%n: index, %m: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %some = arith.minsi %n, %c4 : index
  %r = async.ready : !async.token
  %x = arith.constant 5 : i64
  %last = scf.for %i = %c0 to %some step %c1 iter_args(%before = %r) -> (!async.token) {
    %t = async.execute [%before] {
      memref.store %x, %m[%i] : memref<4xi64>
      async.yield
    }
    scf.yield %t : !async.token
  }
  async.await %last : !async.token
  scf.for %i = %c0 to %some step %c1 {
    memref.store %x, %m[%i] : memref<4xi64>
  }
  return
}
