// A group filled and awaited inside a task, its size known only at run time.
// run: @main(5 : index) = 10 : index
// mlir: no, scf.for with async ops inside async.execute does not lower
func.func @main(%n: index) -> index {
  %t, %v = async.execute -> !async.value<index> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.alloc(%n) : memref<?xindex>
    %g = async.create_group %n : !async.group
    scf.for %i = %c0 to %n step %c1 {
      %u = async.execute {
        memref.store %i, %m[%i] : memref<?xindex>
        async.yield
      }
      %rank = async.add_to_group %u, %g : !async.token
    }
    async.await_all %g
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (index) {
      %x = memref.load %m[%i] : memref<?xindex>
      %y = arith.addi %s, %x : index
      scf.yield %y : index
    }
    memref.dealloc %m : memref<?xindex>
    async.yield %sum : index
  }
  %r = async.await %v : !async.value<index>
  return %r : index
}
