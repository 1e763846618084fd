// As inner_loop_hands_on_the_outer_token, but each inner chain begins with the first token.
// verdict: racy
// show: @main(2, 1, i64[1])
// quiet: @main(1, 3, i64[1])
// quiet: @main(2, 0, i64[1])
// extension

func.func @main(%n: index, %k: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %r = async.ready : !async.token
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %r) -> (!async.token) {
    %inner = scf.for %j = %c0 to %k step %c1 iter_args(%before = %r) -> (!async.token) {
      %t = async.execute [%before] {
        memref.store %x, %m[%c0] : memref<1xi64>
        async.yield
      }
      scf.yield %t : !async.token
    }
    scf.yield %inner : !async.token
  }
  return
}
