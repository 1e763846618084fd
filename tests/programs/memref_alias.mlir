// Writing through one view is seen through another, and through a cast.
// run: @main() = 7 : i32, 7 : i32
func.func @main() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %seven = arith.constant 7 : i32
  %zero = arith.constant 0 : i32
  %m = memref.alloc() : memref<4xi32>
  memref.store %zero, %m[%c2] : memref<4xi32>
  %v = memref.subview %m[2] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 2>>
  %d = memref.cast %m : memref<4xi32> to memref<?xi32>
  memref.store %seven, %v[%c0] : memref<2xi32, strided<[1], offset: 2>>
  %x = memref.load %m[%c2] : memref<4xi32>
  %y = memref.load %d[%c2] : memref<?xi32>
  memref.dealloc %m : memref<4xi32>
  return %x, %y : i32, i32
}
