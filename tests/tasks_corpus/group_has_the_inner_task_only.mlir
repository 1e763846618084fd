// Behind adding to the group, the outer task goes on and writes: nobody waits for that.
// verdict: racy
// show: @main(i64[1])

func.func @main(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %g = async.create_group %c1 : !async.group
  %outer = async.execute {
    %inner = async.execute {
      async.yield
    }
    %rank = async.add_to_group %inner, %g : !async.token
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  async.await_all %g
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
