// Memory on the stack in a function that a long loop calls: none of it piles up.
// run: @main(100000 : index) = 704982704 : i32
func.func @main(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
    %x = arith.index_cast %i : index to i32
    %y = func.call @through(%x) : (i32) -> i32
    %t = arith.addi %s, %y : i32
    scf.yield %t : i32
  }
  return %sum : i32
}
func.func private @through(%x: i32) -> i32 {
  %c63 = arith.constant 63 : index
  %m = memref.alloca() : memref<64xi32>
  memref.store %x, %m[%c63] : memref<64xi32>
  %y = memref.load %m[%c63] : memref<64xi32>
  return %y : i32
}
