// The third of five iterations fails; what it has launched before is complete or dropped.
// run: @main(5 : index) fails R101 "at two"
// run: @main(2 : index) = 1 : index
func.func @main(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (index) {
    %t, %v = async.execute -> !async.value<index> {
      async.yield %i : index
    }
    %ok = arith.cmpi ne, %i, %c2 : index
    cf.assert %ok, "at two"
    %x = async.await %v : !async.value<index>
    %y = arith.addi %s, %x : index
    scf.yield %y : index
  }
  return %r : index
}
