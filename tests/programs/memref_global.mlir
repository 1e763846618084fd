// A constant table, and a global that is written.
// run: @main() = 31.5 : f64, 5 : i32
memref.global "private" constant @table : memref<2x2xf64> = dense<[[1.0, 10.0], [20.0, 0.5]]>
memref.global "private" @counter : memref<i32> = dense<4>
func.func @main() -> (f64, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %t = memref.get_global @table : memref<2x2xf64>
  %sum = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %zero) -> (f64) {
    %row = scf.for %j = %c0 to %c2 step %c1 iter_args(%r = %s) -> (f64) {
      %x = memref.load %t[%i, %j] : memref<2x2xf64>
      %y = arith.addf %r, %x : f64
      scf.yield %y : f64
    }
    scf.yield %row : f64
  }
  %c = memref.get_global @counter : memref<i32>
  %old = memref.load %c[] : memref<i32>
  %one = arith.constant 1 : i32
  %new = arith.addi %old, %one : i32
  memref.store %new, %c[] : memref<i32>
  %again = memref.get_global @counter : memref<i32>
  %r = memref.load %again[] : memref<i32>
  memref.store %old, %c[] : memref<i32>
  return %sum, %r : f64, i32
}
