// Only the last of the tasks is awaited, and they do not depend on each other.
// verdict: racy
// show: @main(2, i64[4])
// quiet: @main(1, i64[4])
// quiet: @main(0, i64[4])
// extension

func.func @main(%n: index, %m: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %some = arith.minsi %n, %c4 : index
  %r = async.ready : !async.token
  %x = arith.constant 5 : i64
  %last = scf.for %i = %c0 to %some step %c1 iter_args(%before = %r) -> (!async.token) {
    %t = async.execute {
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
