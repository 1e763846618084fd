// A value whose payload is a memref with dynamic size and strides: the task allocates, the entry frees.
// run: @main(6 : index) = 6 : i64, 3 : index
func.func @main(%n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i64
  %t, %v, %whole = async.execute -> (!async.value<memref<?xi64, strided<[?], offset: ?>>>, !async.value<memref<?xi64>>) {
    %m = memref.alloc(%n) : memref<?xi64>
    scf.for %i = %c0 to %n step %c1 {
      %x = arith.index_cast %i : index to i64
      memref.store %x, %m[%i] : memref<?xi64>
    }
    %half = arith.divui %n, %c2 : index
    %even = memref.subview %m[%c0] [%half] [%c2] : memref<?xi64> to memref<?xi64, strided<[?], offset: ?>>
    async.yield %even, %m : memref<?xi64, strided<[?], offset: ?>>, memref<?xi64>
  }
  %e = async.await %v : !async.value<memref<?xi64, strided<[?], offset: ?>>>
  %m = async.await %whole : !async.value<memref<?xi64>>
  %d = memref.dim %e, %c0 : memref<?xi64, strided<[?], offset: ?>>
  %sum = scf.for %i = %c0 to %d step %c1 iter_args(%s = %zero) -> (i64) {
    %x = memref.load %e[%i] : memref<?xi64, strided<[?], offset: ?>>
    %y = arith.addi %s, %x : i64
    scf.yield %y : i64
  }
  memref.dealloc %m : memref<?xi64>
  return %sum, %d : i64, index
}
