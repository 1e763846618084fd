// Copying into a strided view changes only its elements.
// run: @main() = 1020304 : i64
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %hundred = arith.constant 100 : i64
  %zero = arith.constant 0 : i64
  %a = memref.alloc() : memref<4xi64>
  %b = memref.alloc() : memref<4xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    %x = arith.index_cast %i : index to i64
    %one = arith.constant 1 : i64
    %y = arith.addi %x, %one : i64
    memref.store %y, %a[%i] : memref<4xi64>
    memref.store %zero, %b[%i] : memref<4xi64>
  }
  %ao = memref.subview %a[1] [2] [2] : memref<4xi64> to memref<2xi64, strided<[2], offset: 1>>
  %bo = memref.subview %b[1] [2] [2] : memref<4xi64> to memref<2xi64, strided<[2], offset: 1>>
  %ae = memref.subview %a[0] [2] [2] : memref<4xi64> to memref<2xi64, strided<[2]>>
  %be = memref.subview %b[0] [2] [2] : memref<4xi64> to memref<2xi64, strided<[2]>>
  memref.copy %ao, %bo : memref<2xi64, strided<[2], offset: 1>> to memref<2xi64, strided<[2], offset: 1>>
  memref.copy %ae, %be : memref<2xi64, strided<[2]>> to memref<2xi64, strided<[2]>>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (i64) {
    %t = arith.muli %s, %hundred : i64
    %x = memref.load %b[%i] : memref<4xi64>
    %u = arith.addi %t, %x : i64
    scf.yield %u : i64
  }
  memref.dealloc %a : memref<4xi64>
  memref.dealloc %b : memref<4xi64>
  return %r : i64
}
