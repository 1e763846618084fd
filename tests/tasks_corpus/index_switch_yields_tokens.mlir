// Each case launches another task, and the token is that of the one that was launched.
// verdict: proved-or-unknown
// clean: @main(0, i64[3])
// clean: @main(1, i64[3])
// clean: @main(-1, i64[3])

func.func @main(%n: index, %m: memref<3xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 5 : i64
  %t = scf.index_switch %n -> !async.token
  case 0 {
    %u = async.execute {
      memref.store %x, %m[%c0] : memref<3xi64>
      async.yield
    }
    scf.yield %u : !async.token
  }
  case 1 {
    %u = async.execute {
      memref.store %x, %m[%c1] : memref<3xi64>
      async.yield
    }
    scf.yield %u : !async.token
  }
  default {
    %u = async.execute {
      memref.store %x, %m[%c2] : memref<3xi64>
      async.yield
    }
    scf.yield %u : !async.token
  }
  async.await %t : !async.token
  memref.store %x, %m[%c0] : memref<3xi64>
  memref.store %x, %m[%c1] : memref<3xi64>
  memref.store %x, %m[%c2] : memref<3xi64>
  return
}
