// As token_chosen_by_parity, but both branches keep the token of the new task in the place of odd iterations.
// verdict: racy
// show: @main(3, i64[2])
// quiet: @main(2, i64[2])
// extension

func.func @main(%n: index, %m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = async.ready : !async.token
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r, %b = %r) -> (!async.token, !async.token) {
    %at = arith.andi %i, %c1 : index
    %odd = arith.cmpi eq, %at, %c1 : index
    %before = arith.select %odd, %b, %a : !async.token
    %t = async.execute [%before] {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%at] : memref<2xi64>
      async.yield
    }
    %next:2 = scf.if %odd -> (!async.token, !async.token) {
      scf.yield %a, %t : !async.token, !async.token
    } else {
      scf.yield %a, %t : !async.token, !async.token
    }
    scf.yield %next#0, %next#1 : !async.token, !async.token
  }
  return
}
