// One way to the access goes past the wait.
// verdict: racy
// show: @main(2, i64[1])
// quiet: @main(0, i64[1])
// quiet: @main(1, i64[1])

func.func @main(%n: i32, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  cf.switch %n : i32, [
    default: ^waits,
    1: ^ends,
    2: ^writes
  ]
^waits:
  async.await %t : !async.token
  cf.br ^writes
^writes:
  memref.store %x, %m[%c0] : memref<1xi64>
  cf.br ^ends
^ends:
  return
}
