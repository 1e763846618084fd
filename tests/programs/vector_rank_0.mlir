// Vectors of rank 0, and vectors of rank 2 in memory.
// run: @main() = 12 : i64

func.func @main() -> i64 {
  %a = arith.constant dense<3> : vector<i64>
  %b = arith.addi %a, %a : vector<i64>
  %x = vector.extract %b[] : i64 from vector<i64>
  %c = vector.broadcast %x : i64 to vector<i64>
  %y = vector.extract %c[] : i64 from vector<i64>
  %m = memref.alloc() : memref<vector<2x3xi64>>
  %v = vector.broadcast %y : i64 to vector<2x3xi64>
  memref.store %v, %m[] : memref<vector<2x3xi64>>
  %w = memref.load %m[] : memref<vector<2x3xi64>>
  %z = vector.extract %w[1, 2] : i64 from vector<2x3xi64>
  memref.dealloc %m : memref<vector<2x3xi64>>
  %r = arith.addi %z, %x : i64
  return %r : i64
}
