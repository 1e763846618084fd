// The same twelve elements as 3x4, its transpose, and one row of six.
// run: @main() = 9 : i64, 9 : i64, 8 : i64
func.func @main() -> (i64, i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c12 = arith.constant 12 : index
  %m = memref.alloc() : memref<12xi64>
  scf.for %i = %c0 to %c12 step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %m[%i] : memref<12xi64>
  }
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [3, 4], strides: [4, 1] : memref<12xi64> to memref<3x4xi64, strided<[4, 1]>>
  %b = memref.reinterpret_cast %m to offset: [%c0], sizes: [4, 3], strides: [%c1, 4] : memref<12xi64> to memref<4x3xi64, strided<[?, 4], offset: ?>>
  %d = memref.reinterpret_cast %m to offset: [6], sizes: [6], strides: [1] : memref<12xi64> to memref<6xi64, strided<[1], offset: 6>>
  %x = memref.load %a[%c2, %c1] : memref<3x4xi64, strided<[4, 1]>>
  %y = memref.load %b[%c1, %c2] : memref<4x3xi64, strided<[?, 4], offset: ?>>
  %z = memref.load %d[%c2] : memref<6xi64, strided<[1], offset: 6>>
  memref.dealloc %m : memref<12xi64>
  return %x, %y, %z : i64, i64, i64
}
