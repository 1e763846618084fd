// A subview with dynamic offsets, sizes and strides, and a subview of that.
// run: @main(1 : index, 2 : index) = 1113 : i64, 33 : i64
func.func @main(%o: index, %s: index) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c10 = arith.constant 10 : index
  %m = memref.alloc() : memref<6x6xi64>
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      %a = arith.muli %i, %c10 : index
      %b = arith.addi %a, %j : index
      %x = arith.index_cast %b : index to i64
      memref.store %x, %m[%i, %j] : memref<6x6xi64>
    }
  }
  %v = memref.subview %m[%o, %o] [%c2, %c2] [%s, %s] : memref<6x6xi64> to memref<?x?xi64, strided<[?, ?], offset: ?>>
  %x = memref.load %v[%c0, %c0] : memref<?x?xi64, strided<[?, ?], offset: ?>>
  %y = memref.load %v[%c0, %c1] : memref<?x?xi64, strided<[?, ?], offset: ?>>
  %hundred = arith.constant 100 : i64
  %h = arith.muli %x, %hundred : i64
  %sum = arith.addi %h, %y : i64
  %w = memref.subview %v[%c1, %c0] [1, 2] [1, 1] : memref<?x?xi64, strided<[?, ?], offset: ?>> to memref<2xi64, strided<[?], offset: ?>>
  %z = memref.load %w[%c1] : memref<2xi64, strided<[?], offset: ?>>
  memref.dealloc %m : memref<6x6xi64>
  return %sum, %z : i64, i64
}
