// Ranks differ within a group; these are of two groups.
// verdict: racy
// show: @main(i64[2])
// extension

func.func @main(%m: memref<2xi64>) {
  %c2 = arith.constant 2 : index
  %x = arith.constant 5 : i64
  %r = async.ready : !async.token
  %g = async.create_group %c2 : !async.group
  %h = async.create_group %c2 : !async.group
  %t = async.execute {
    %rank = async.add_to_group %r, %g : !async.token
    memref.store %x, %m[%rank] : memref<2xi64>
    async.yield
  }
  %u = async.execute {
    %rank = async.add_to_group %r, %h : !async.token
    memref.store %x, %m[%rank] : memref<2xi64>
    async.yield
  }
  return
}
