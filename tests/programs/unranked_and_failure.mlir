// A function that may fail returns an unranked memref.
// run: @main() fails R101 "no"

func.func private @mk(%n: index, %b: i1) -> memref<*xi64> {
  %mm = memref.alloc(%n) : memref<?xi64>
  %u = memref.cast %mm : memref<?xi64> to memref<*xi64>
  cf.assert %b, "no"
  return %u : memref<*xi64>
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %n = arith.constant 4 : index
  %true = arith.constant true
  %false = arith.constant false
  %u = func.call @mk(%n, %true) : (index, i1) -> memref<*xi64>
  %d = memref.dim %u, %c0 : memref<*xi64>
  memref.dealloc %u : memref<*xi64>
  %dd = arith.index_cast %d : index to i64
  %k = func.call @mk(%n, %false) : (index, i1) -> memref<*xi64>
  return %dd : i64
}
