// A loop carries an unranked memref that it makes.
// run: @main() = 14 : i64

func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %z = arith.constant 0 : i64
  %m = memref.alloc() : memref<8xi64>
  %m0 = memref.cast %m : memref<8xi64> to memref<*xi64>
  %r, %l = scf.for %i = %c0 to %n step %i1 iter_args(%s = %z, %prev = %m0) -> (i64, memref<*xi64>) {
    %k = arith.addi %i, %i1 : index
    %mm = memref.alloc(%k) : memref<?xi64>
    %u = memref.cast %mm : memref<?xi64> to memref<*xi64>
    %d = memref.dim %prev, %c0 : memref<*xi64>
    memref.dealloc %prev : memref<*xi64>
    %dd = arith.index_cast %d : index to i64
    %s2 = arith.addi %s, %dd : i64
    scf.yield %s2, %u : i64, memref<*xi64>
  }
  memref.dealloc %l : memref<*xi64>
  return %r : i64
}
