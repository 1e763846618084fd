// A function returns an unranked memref that it made.
// run: @main() = 4 : i64

func.func private @mk(%n: index) -> memref<*xi64> {
  %mm = memref.alloc(%n) : memref<?xi64>
  %u = memref.cast %mm : memref<?xi64> to memref<*xi64>
  return %u : memref<*xi64>
}
func.func private @clobber(%n: i64) -> i64 attributes {llvm.noinline} {
  %c3 = arith.constant 3 : index
  %m = memref.alloca() : memref<8xi64>
  memref.store %n, %m[%c3] : memref<8xi64>
  %k = memref.load %m[%c3] : memref<8xi64>
  return %k : i64
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 9 : i64
  %n = arith.constant 4 : index
  %u = func.call @mk(%n) : (index) -> memref<*xi64>
  %y = func.call @clobber(%z) : (i64) -> i64
  %d = memref.dim %u, %c0 : memref<*xi64>
  memref.dealloc %u : memref<*xi64>
  %dd = arith.index_cast %d : index to i64
  return %dd : i64
}
