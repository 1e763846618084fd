// Allocate, fill, sum, free.
// run: @main(5 : index) = 30 : i64, 5 : index
func.func @main(%n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %m = memref.alloc(%n) : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.index_cast %i : index to i64
    %y = arith.muli %x, %x : i64
    memref.store %y, %m[%i] : memref<?xi64>
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
    %x = memref.load %m[%i] : memref<?xi64>
    %t = arith.addi %s, %x : i64
    scf.yield %t : i64
  }
  %d = memref.dim %m, %c0 : memref<?xi64>
  memref.dealloc %m : memref<?xi64>
  return %sum, %d : i64, index
}
