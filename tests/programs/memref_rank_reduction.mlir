// Views that drop dimensions, with static and dynamic parts.
// run: @main() = 529732 : i64

func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<2x3x4xi64>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
     scf.for %l = %c0 to %c4 step %c1 {
      %a = arith.muli %i, %c3 : index
      %b = arith.addi %a, %j : index
      %c = arith.muli %b, %c4 : index
      %d = arith.addi %c, %l : index
      %k = arith.index_cast %d : index to i64
      memref.store %k, %m[%i, %j, %l] : memref<2x3x4xi64>
    }
    }
  }
  %v1 = memref.subview %m[1, %c1, 0] [1, 1, %c4] [1, 1, 1] : memref<2x3x4xi64> to memref<1x?xi64, strided<[12, 1], offset: ?>>
  %v2 = memref.subview %m[%c1, 1, 0] [1, 1, %c4] [1, 1, 1] : memref<2x3x4xi64> to memref<1x?xi64, strided<[4, 1], offset: ?>>
  %v3 = memref.subview %m[%c1, 1, 0] [%c1, 1, 4] [1, 1, 1] : memref<2x3x4xi64> to memref<?x4xi64, strided<[12, 1], offset: ?>>
  %v4 = memref.subview %m[%c1, 0, 2] [1, %c3, 1] [1, 1, 1] : memref<2x3x4xi64> to memref<?xi64, strided<[4], offset: ?>>
  %x1 = memref.load %v1[%c0, %c3] : memref<1x?xi64, strided<[12, 1], offset: ?>>
  %x2 = memref.load %v2[%c0, %c2] : memref<1x?xi64, strided<[4, 1], offset: ?>>
  %x3 = memref.load %v3[%c0, %c1] : memref<?x4xi64, strided<[12, 1], offset: ?>>
  %x4 = memref.load %v4[%c2] : memref<?xi64, strided<[4], offset: ?>>
  %h = arith.constant 30 : i64
  %a1 = arith.muli %x1, %h : i64
  %a2 = arith.addi %a1, %x2 : i64
  %a3 = arith.muli %a2, %h : i64
  %a4 = arith.addi %a3, %x3 : i64
  %a5 = arith.muli %a4, %h : i64
  %a6 = arith.addi %a5, %x4 : i64
  memref.dealloc %m : memref<2x3x4xi64>
  return %a6 : i64
}
