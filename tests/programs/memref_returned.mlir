// A function that allocates, and its caller, which frees.
// run: @main(3 : index) = 9 : i64
func.func private @ramp(%n: index) -> memref<?xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i64
  %m = memref.alloc(%n) : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.index_cast %i : index to i64
    %y = arith.muli %x, %three : i64
    memref.store %y, %m[%i] : memref<?xi64>
  }
  return %m : memref<?xi64>
}
func.func @main(%n: index) -> i64 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = func.call @ramp(%n) : (index) -> memref<?xi64>
  %a = memref.load %m[%c1] : memref<?xi64>
  %b = memref.load %m[%c2] : memref<?xi64>
  %r = arith.addi %a, %b : i64
  memref.dealloc %m : memref<?xi64>
  return %r : i64
}
