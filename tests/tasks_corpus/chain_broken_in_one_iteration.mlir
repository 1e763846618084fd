// A chain of which the fourth task depends on nothing.
// verdict: racy
// show: @main(5, i64[1])
// quiet: @main(1, i64[1])
// extension

func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = async.ready : !async.token
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %r) -> (!async.token) {
    %here = arith.cmpi eq, %i, %c3 : index
    %needs = arith.select %here, %r, %before : !async.token
    %t = async.execute [%needs] {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    scf.yield %t : !async.token
  }
  return
}
