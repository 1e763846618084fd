// The condition part launches the task, and the token that it passes on is the one from before.
// verdict: racy
// show: @main(2, i64[1])
// show: @main(0, i64[1])
// extension

func.func @main(%n: i64, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %r = async.ready : !async.token
  %end:2 = scf.while (%k = %n, %before = %r) : (i64, !async.token) -> (i64, !async.token) {
    %t = async.execute [%before] {
      memref.store %k, %m[%c0] : memref<1xi64>
      async.yield
    }
    %more = arith.cmpi sgt, %k, %zero : i64
    scf.condition(%more) %k, %before : i64, !async.token
  } do {
  ^bb0(%k: i64, %before: !async.token):
    %less = arith.subi %k, %one : i64
    scf.yield %less, %before : i64, !async.token
  }
  async.await %end#1 : !async.token
  memref.store %zero, %m[%c0] : memref<1xi64>
  return
}
