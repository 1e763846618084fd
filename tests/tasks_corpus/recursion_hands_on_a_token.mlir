// A chain by recursion: each call launches a task behind the token that it was given.
// verdict: proved-or-unknown
// clean: @main(0, i64[1])
// clean: @main(3, i64[1])
// extension

func.func private @chain(%n: index, %m: memref<1xi64>, %before: !async.token) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %last = scf.if %more -> (!async.token) {
    %t = async.execute [%before] {
      %x = arith.index_cast %n : index to i64
      memref.store %x, %m[%c0] : memref<1xi64>
      async.yield
    }
    %less = arith.subi %n, %c1 : index
    %u = func.call @chain(%less, %m, %t) : (index, memref<1xi64>, !async.token) -> !async.token
    scf.yield %u : !async.token
  } else {
    scf.yield %before : !async.token
  }
  return %last : !async.token
}
func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %x = arith.constant 6 : i64
  %some = arith.minsi %n, %c9 : index
  %r = async.ready : !async.token
  %t = func.call @chain(%some, %m, %r) : (index, memref<1xi64>, !async.token) -> !async.token
  async.await %t : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
