// Aligned memory of unknown size, in a loop that waits.
// run: @main() = 15 : i64
// mlir: no, it refuses the await in a loop

func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = arith.constant 6 : index
  %z = arith.constant 0 : i64
  %r = scf.for %i = %c0 to %n step %i1 iter_args(%s = %z) -> (i64) {
    %m = memref.alloca(%n) {alignment = 64} : memref<?xvector<8xi64>>
    %k = arith.index_cast %i : index to i64
    %v = vector.broadcast %k : i64 to vector<8xi64>
    memref.store %v, %m[%i] : memref<?xvector<8xi64>>
    %t = async.execute { async.yield }
    async.await %t : !async.token
    %x = memref.load %m[%i] : memref<?xvector<8xi64>>
    %y = vector.extract %x[3] : i64 from vector<8xi64>
    %s2 = arith.addi %s, %y : i64
    scf.yield %s2 : i64
  }
  return %r : i64
}
