// A parallel loop in a loop and an if, in a task.
// run: @main(100000 : index, 6 : index) = 14999850000 : i64
// mlir: no, the tasks that it makes are in an scf.for, as in loop_in_a_task
func.func @main(%n: index, %times: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i64
  %sums = memref.alloc(%n) : memref<?xi64>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %zero, %sums[%i] : memref<?xi64>
    scf.reduce
  }
  %t = async.execute {
    scf.for %k = %c0 to %times step %c1 {
      %odd = arith.remui %k, %c2 : index
      %is_odd = arith.cmpi eq, %odd, %c1 : index
      scf.if %is_odd {
        scf.parallel (%i) = (%c0) to (%n) step (%c1) {
          %x = memref.load %sums[%i] : memref<?xi64>
          %j = arith.index_cast %i : index to i64
          %y = arith.addi %x, %j : i64
          memref.store %y, %sums[%i] : memref<?xi64>
          scf.reduce
        }
      }
    }
    async.yield
  }
  async.await %t : !async.token
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 {
    %x = memref.load %sums[%i] : memref<?xi64>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %sums : memref<?xi64>
  return %r : i64
}
