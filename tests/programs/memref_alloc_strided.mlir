// Memory with gaps or overlaps holds its last element.
// run: @main() = 1 : i64
// mlir: no, only identity layouts can be allocated

func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = arith.constant 40 : index
  %z = arith.constant 1 : i64
  %a = memref.alloc(%c3, %n) : memref<?x?xi64, strided<[1, 3]>>
  %b = memref.alloc() : memref<4x4xi64, strided<[1, 1]>>
  %i39 = arith.constant 39 : index
  %i2 = arith.constant 2 : index
  memref.store %z, %a[%i2, %i39] : memref<?x?xi64, strided<[1, 3]>>
  memref.store %z, %b[%c3, %c3] : memref<4x4xi64, strided<[1, 1]>>
  memref.dealloc %a : memref<?x?xi64, strided<[1, 3]>>
  memref.dealloc %b : memref<4x4xi64, strided<[1, 1]>>
  return %z : i64
}
