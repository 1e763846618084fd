// Two elements in turn; the loop swaps the tokens of the last task on each.
// verdict: proved-or-unknown
// clean: @main(0, i64[2])
// clean: @main(1, i64[2])
// clean: @main(6, i64[2])
// extension

func.func @main(%n: index, %m: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = async.ready : !async.token
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r, %b = %r) -> (!async.token, !async.token) {
    %at = arith.remui %i, %c2 : index
    %t = async.execute [%a] {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%at] : memref<2xi64>
      async.yield
    }
    scf.yield %b, %t : !async.token, !async.token
  }
  async.await %last#0 : !async.token
  async.await %last#1 : !async.token
  %x = memref.load %m[%c0] : memref<2xi64>
  memref.store %x, %m[%c1] : memref<2xi64>
  return
}
