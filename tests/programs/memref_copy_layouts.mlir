// Copies between all layouts, onto itself, reversed and transposed.
// run: @main() = 43635834 : i64

func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4x4xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %a = arith.muli %i, %c4 : index
      %b = arith.addi %a, %j : index
      %k = arith.index_cast %b : index to i64
      memref.store %k, %m[%i, %j] : memref<4x4xi64>
    }
  }
  memref.copy %m, %m : memref<4x4xi64> to memref<4x4xi64>
  %sv = memref.subview %m[1, 1] [2, 2] [2, 2] : memref<4x4xi64> to memref<2x2xi64, strided<[8, 2], offset: 5>>
  memref.copy %sv, %sv : memref<2x2xi64, strided<[8, 2], offset: 5>> to memref<2x2xi64, strided<[8, 2], offset: 5>>
  %d = memref.alloc() : memref<2x2xi64>
  memref.copy %sv, %d : memref<2x2xi64, strided<[8, 2], offset: 5>> to memref<2x2xi64>
  %t = memref.transpose %m (i, j) -> (j, i) : memref<4x4xi64> to memref<4x4xi64, strided<[1, 4]>>
  %e = memref.alloc() : memref<4x4xi64>
  memref.copy %t, %e : memref<4x4xi64, strided<[1, 4]>> to memref<4x4xi64>
  %rev = memref.reinterpret_cast %m to offset: [15], sizes: [16], strides: [-1] : memref<4x4xi64> to memref<16xi64, strided<[-1], offset: 15>>
  %lin = memref.alloc() : memref<16xi64>
  memref.copy %rev, %lin : memref<16xi64, strided<[-1], offset: 15>> to memref<16xi64>
  %row = memref.subview %m[2, 0] [1, 4] [1, 1] : memref<4x4xi64> to memref<4xi64, strided<[1], offset: 8>>
  %col = memref.subview %m[0, 3] [4, 1] [1, 1] : memref<4x4xi64> to memref<4xi64, strided<[4], offset: 3>>
  %el = memref.subview %m[3, 2] [1, 1] [1, 1] : memref<4x4xi64> to memref<i64, strided<[], offset: 14>>
  %x1 = memref.load %d[%c1, %c0] : memref<2x2xi64>
  %x2 = memref.load %e[%c0, %c3] : memref<4x4xi64>
  %x3 = memref.load %lin[%c1] : memref<16xi64>
  %x4 = memref.load %row[%c1] : memref<4xi64, strided<[1], offset: 8>>
  %x5 = memref.load %col[%c2] : memref<4xi64, strided<[4], offset: 3>>
  %x6 = memref.load %el[] : memref<i64, strided<[], offset: 14>>
  %h = arith.constant 20 : i64
  %a1 = arith.muli %x1, %h : i64
  %a2 = arith.addi %a1, %x2 : i64
  %a3 = arith.muli %a2, %h : i64
  %a4 = arith.addi %a3, %x3 : i64
  %a5 = arith.muli %a4, %h : i64
  %a6 = arith.addi %a5, %x4 : i64
  %a7 = arith.muli %a6, %h : i64
  %a8 = arith.addi %a7, %x5 : i64
  %a9 = arith.muli %a8, %h : i64
  %r = arith.addi %a9, %x6 : i64
  memref.dealloc %m : memref<4x4xi64>
  memref.dealloc %d : memref<2x2xi64>
  memref.dealloc %e : memref<4x4xi64>
  memref.dealloc %lin : memref<16xi64>
  return %r : i64
}
