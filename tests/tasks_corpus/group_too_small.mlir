// A group of n places gets n + 1 members: adding the last one fails before the access behind it is made.
// verdict: proved-or-unknown
// codes: R103
// clean: @main(0, i64[1])
// clean: @main(2, i64[1])
// extension

func.func @main(%n: index, %m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i64
  %some = arith.maxsi %n, %c0 : index
  %g = async.create_group %some : !async.group
  %r = async.ready : !async.token
  scf.for %i = %c0 to %some step %c1 {
    %rank = async.add_to_group %r, %g : !async.token
  }
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<1xi64>
    async.yield
  }
  %rank = async.add_to_group %t, %g : !async.token
  memref.store %x, %m[%c0] : memref<1xi64>
  return
}
