// Two elements in turn, but the loop hands on the token of which it has waited already.
// verdict: racy
// show: @main(3, i64[2])
// quiet: @main(2, i64[2])
// extension

func.func @main(%n: index, %m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = async.ready : !async.token
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r, %b = %r) -> (!async.token, !async.token) {
    %at = arith.remui %i, %c2 : index
    %t = async.execute [%a] {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%at] : memref<2xi64>
      async.yield
    }
    scf.yield %a, %t : !async.token, !async.token
  }
  return
}
