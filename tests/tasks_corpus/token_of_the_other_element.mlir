// The select takes the token of the other element, which is that of the iteration before: one chain for both.
// verdict: proved-or-unknown
// clean: @main(1, i64[2])
// clean: @main(2, i64[2])
// clean: @main(6, i64[2])
// extension

func.func @main(%n: index, %m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = async.ready : !async.token
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r, %b = %r) -> (!async.token, !async.token) {
    %at = arith.andi %i, %c1 : index
    %odd = arith.cmpi eq, %at, %c1 : index
    %before = arith.select %odd, %a, %b : !async.token
    %t = async.execute [%before] {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%at] : memref<2xi64>
      async.yield
    }
    %next:2 = scf.if %odd -> (!async.token, !async.token) {
      scf.yield %a, %t : !async.token, !async.token
    } else {
      scf.yield %t, %b : !async.token, !async.token
    }
    scf.yield %next#0, %next#1 : !async.token, !async.token
  }
  return
}
