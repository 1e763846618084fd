// The view that the task writes is of memory that is freed under its other name.
// verdict: racy
// show: @main()

func.func @main() {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %m = memref.alloc() : memref<4xi64>
  %any = memref.cast %m : memref<4xi64> to memref<?xi64>
  %part = memref.subview %any[2] [2] [1] : memref<?xi64> to memref<2xi64, strided<[1], offset: 2>>
  %t = async.execute {
    memref.store %x, %part[%c0] : memref<2xi64, strided<[1], offset: 2>>
    async.yield
  }
  memref.dealloc %m : memref<4xi64>
  return
}
