// The loop swaps two buffers but keeps their tokens where they are.
// verdict: racy
// show: @main(3)
// quiet: @main(2)
// extension

func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = memref.alloc() : memref<1xi64>
  %two = memref.alloc() : memref<1xi64>
  %r = async.ready : !async.token
  %last:4 = scf.for %i = %c0 to %n step %c1 iter_args(%m = %one, %k = %two, %a = %r, %b = %r)
      -> (memref<1xi64>, memref<1xi64>, !async.token, !async.token) {
    %t = async.execute [%a] {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    scf.yield %k, %m, %b, %a : memref<1xi64>, memref<1xi64>, !async.token, !async.token
  }
  return
}
