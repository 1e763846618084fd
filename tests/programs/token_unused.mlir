// Tokens and values that nobody uses are dropped, in a loop too; a ready token as well.
// run: @main(100 : index) = 100 : index
// extension
func.func @main(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (index) {
    %t, %v = async.execute -> !async.value<index> {
      async.yield %i : index
    }
    %ready = async.ready %i : !async.value<index>
    %token = async.ready : !async.token
    %next = arith.addi %s, %c1 : index
    scf.yield %next : index
  }
  return %r : index
}
