// Memory on the stack, 32 KB in each of 1000 iterations: none of it piles up.
// run: @main(1000 : index) = 499500 : i64
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
    %x = arith.index_cast %i : index to i64
    %y = func.call @through(%x) : (i64) -> i64
    %t = arith.addi %s, %y : i64
    scf.yield %t : i64
  }
  return %sum : i64
}
func.func private @through(%x: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %x) -> (i64) {
    %m = memref.alloca() : memref<4096xi64>
    memref.store %s, %m[%i] : memref<4096xi64>
    %y = memref.load %m[%i] : memref<4096xi64>
    scf.yield %y : i64
  }
  return %r : i64
}
