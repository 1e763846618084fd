// Only where the task adds before its launcher is its rank 0, the element that the launcher writes.
// verdict: racy
// show: @main(i64[2]) exhaustive
// quiet: @main(i64[2])
// extension

func.func @main(%m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 5 : i64
  %r = async.ready : !async.token
  %g = async.create_group %c2 : !async.group
  %t = async.execute {
    %rank = async.add_to_group %r, %g : !async.token
    memref.store %x, %m[%rank] : memref<2xi64>
    async.yield
  }
  %rank = async.add_to_group %r, %g : !async.token
  memref.store %x, %m[%c0] : memref<2xi64>
  return
}
