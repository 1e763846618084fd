// A loop carries the token of the task that it launched last.
// run: @main(1000000 : index) = 1000000 : i64
// mlir: no, reference counting knows no blocks with tokens as arguments
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %count = memref.alloc() : memref<i64>
  memref.store %zero, %count[] : memref<i64>
  %first = async.execute {
    async.yield
  }
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> !async.token {
    %t = async.execute [%before] {
      %x = memref.load %count[] : memref<i64>
      %y = arith.addi %x, %one : i64
      memref.store %y, %count[] : memref<i64>
      async.yield
    }
    scf.yield %t : !async.token
  }
  async.await %last : !async.token
  %r = memref.load %count[] : memref<i64>
  memref.dealloc %count : memref<i64>
  return %r : i64
}
