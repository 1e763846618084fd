// The sum of an array by halves, fork and join: the left half is a task that yields a value, the right half is done by the
// caller. Below %cutoff elements a loop does it.
// asyncir run examples/tasks/fork_join_sum.mlir '[1, 2, 3, 4, 5]' 2

!part = memref<?xi64, strided<[1], offset: ?>>

func.func private @sum(%x: !part, %cutoff: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %x, %c0 : !part
  %least = arith.maxsi %cutoff, %c1 : index
  %small = arith.cmpi sle, %n, %least : index
  %sum = scf.if %small -> (i64) {
    %all = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i64) {
      %v = memref.load %x[%i] : !part
      %more = arith.addi %acc, %v : i64
      scf.yield %more : i64
    }
    scf.yield %all : i64
  } else {
    %half = arith.shrui %n, %c1 : index
    %rest = arith.subi %n, %half : index
    %left = memref.subview %x[0] [%half] [1] : !part to !part
    %right = memref.subview %x[%half] [%rest] [1] : !part to !part
    %done, %forked = async.execute -> !async.value<i64> {
      %s = func.call @sum(%left, %cutoff) : (!part, index) -> i64
      async.yield %s : i64
    }
    %b = func.call @sum(%right, %cutoff) : (!part, index) -> i64
    %a = async.await %forked : !async.value<i64>
    %both = arith.addi %a, %b : i64
    scf.yield %both : i64
  }
  return %sum : i64
}

func.func @main(%x: memref<?xi64>, %cutoff: index) -> i64 {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi64>
  // The caller's array may change when this returns; the tasks read a copy that is freed behind them.
  %own = memref.alloc(%n) : memref<?xi64>
  memref.copy %x, %own : memref<?xi64> to memref<?xi64>
  %all = memref.cast %own : memref<?xi64> to !part
  %sum = func.call @sum(%all, %cutoff) : (!part, index) -> i64
  memref.dealloc %own : memref<?xi64>
  return %sum : i64
}
