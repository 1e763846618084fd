// A view that drops the dimension of static size 1, not the one whose size happens to be 1.
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 7 : i64
  %b = memref.alloc() : memref<2x2x3xi64>
  %w = memref.subview %b[0, 0, 1] [%n, 2, 1] [1, 1, 1] : memref<2x2x3xi64> to memref<?x2xi64, strided<[6, 3], offset: 1>>
  memref.store %v, %w[%c0, %c1] : memref<?x2xi64, strided<[6, 3], offset: 1>>
  %x = memref.load %b[%c0, %c1, %c1] : memref<2x2x3xi64>
  memref.dealloc %b : memref<2x2x3xi64>
  return %x : i64
}
